/// A shell for which the program has a completion script.
public enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

// The scripts are short on purpose: they pass on what was typed and treat the reply as data that is never
// evaluated. They run the program found on the search path, not the file whose name was typed: a key pressed
// in a stranger's folder must not run a program from there.

extension CommandTable {
  /// The script that lets a shell complete the program's command lines; see `answer` for the protocol. It
  /// does nothing unless the program has a command named `completions` that calls `answer`.
  public func script(for shell: Shell) -> String {
    let script =
      switch shell {
      case .bash: Self.bash
      case .zsh: Self.zsh
      case .fish: Self.fish
      }
    // The program's name goes where the scripts have `§`, which means nothing else in them.
    return script.split(separator: "§", omittingEmptySubsequences: false)
      .joined(separator: program)
  }

  /// In bash 3.2, as on macOS, files are completed whatever their endings, since `compopt` came with 4.0.
  private static let bash = #"""
    # Completion of § in bash, made by '§ completions bash'.

    _§() {
      local rest line left before tab=$'\t'
      COMPREPLY=()
      [ "${BASH_VERSINFO[0]}" -lt 4 ] || compopt +o default
      rest=$(command § completions bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2> /dev/null)
      while [ -n "$rest" ]; do
        line=${rest%%$'\n'*}
        rest=${rest#"$line"} rest=${rest#$'\n'}
        case $line in
          "$tab"*)
            # 'read' would lose empty fields.
            line=${line#"$tab"} left=${line%%"$tab"*}
            line=${line#*"$tab"} before=${line%%"$tab"*}
            line=${line#*"$tab"}
            _§_files "$left" "$before" "${line%%"$tab"*}" "${line#*"$tab"}"
            ;;
          *) COMPREPLY[${#COMPREPLY[@]}]=$line ;;
        esac
      done
    }

    _§_files() {
      local left=$1 before=$2 value=$3 endings=$4 name path ending IFS=$' \t\n'
      [ "${BASH_VERSINFO[0]}" -ge 4 ] || return 0
      compopt -o default -o filenames
      # With text before the name, bash would not see that a name is a folder, and would add a space.
      [ -n "$before" ] || compopt +o nospace
      [ -n "$endings$left$before" ] || return 0
      while IFS= read -r name; do
        [ -n "$name" ] || continue
        path=$name
        [ "$path" = "${path#\~/}" ] || path=$HOME/${path#\~/}
        if [ -z "$endings" ] || [ -d "$path" ]; then
          [ -z "$before" ] || [ ! -d "$path" ] || name=$name/
          COMPREPLY[${#COMPREPLY[@]}]=$before${name#"$left"}
          continue
        fi
        for ending in $endings; do
          [ "$name" = "${name%"$ending"}" ] || COMPREPLY[${#COMPREPLY[@]}]=$before${name#"$left"}
        done
      done <<< "$(compgen -f -- "$value")"
    }

    complete -o default -o nospace -F _§ §

    """#

  private static let zsh = #"""
    #compdef §
    # Completion of § in zsh, made by '§ completions zsh'.

    _§() {
      local line value typed ret=1
      local -a lines fields whole beginnings
      typed=${(Q)PREFIX}
      lines=("${(@f)$(command § completions zsh -- "${(@Q)words[2,CURRENT-1]}" "$typed" 2> /dev/null)}")
      for line in "${lines[@]}"; do
        fields=("${(@ps:\t:)line}")
        if [[ -z $line ]]; then
          continue
        elif [[ $line == $'\t'* ]]; then
          compset -P "${(b)fields[3]}"
          if [[ -n ${fields[5]} ]]; then
            _files -g "*(${(j:|:)${(s: :)fields[5]}})(-.)" && ret=0
          else
            _files && ret=0
          fi
        else
          value=${fields[1]//\\/\\\\}
          value="${value//:/\\:}${fields[2]:+:${fields[2]}}"
          case ${fields[1]} in
            *[,:/=]) beginnings+=("$value") ;;
            *) whole+=("$value") ;;
          esac
        fi
      done
      (( $#whole )) && _describe -V -t values '§' whole -U && ret=0
      (( $#beginnings )) && _describe -V -t values '§' beginnings -U -S '' && ret=0
      return ret
    }

    if [[ $funcstack[1] == _§ ]]; then
      _§ "$@"
    else
      compdef _§ §
    fi

    """#

  private static let fish = #"""
    # Completion of § in fish, made by '§ completions fish'.

    function __§_complete
        set -l words (commandline -opc)
        set -l typed (commandline -ct | string unescape)
        test (count $typed) -eq 1; or set typed (commandline -ct)
        for line in (command § completions fish -- $words[2..-1] "$typed" 2>/dev/null)
            if not string match -q -- \t'*' $line
                printf '%s\n' $line
                continue
            end
            set -l fields (string split -- \t $line)
            set -l value "$fields[4]"
            string match -q -- '~/*' $value; and set value (string replace -- '~/' "$HOME/" $value)
            set -l ending (string split -n -- ' ' "$fields[5]")
            test -z "$ending"; or set ending '(/|'(string escape --style=regex -- $ending | string join '|')')$'
            set -l names
            for name in "$value"*
                test -d $name; and set name $name/
                set -a names $name
            end
            set -l fitting (string match -r -- '^.*'$ending $names | string match -r '..*')
            set -q fitting[1]; or set fitting $names
            string match -q -- '~/*' "$fields[4]"; and set fitting (string replace -- "$HOME/" '~/' $fitting)
            printf '%s\n' $fields[3]$fitting
        end
    end

    complete -c § -f -a '(__§_complete)'

    """#
}
