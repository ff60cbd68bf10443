/// The districts that each postcode area uses, so that what is made up at least looks right.
///
/// After the list of outward codes in gibbs/uk-postcodes (CC0), less those kept for large users.
enum PostcodeDistricts {
  /// `["AB": ["10", "11", …], "WC": ["1A", "1B", …], …]`. Looked up by key and never walked: the
  /// order of a dictionary changes from run to run.
  static let all: [String: [String]] = Dictionary(
    uniqueKeysWithValues: table.split(separator: ",").map { area in
      let words = area.split(separator: " ")
      return (String(words[0]), words.dropFirst().flatMap(districts))
    })

  /// `10-16` is 10, 11 … 16; `1A` is itself.
  private static func districts(_ word: Substring) -> [String] {
    let ends = word.split(separator: "-").compactMap { Int($0) }
    return ends.count == 2 ? (ends[0]...ends[1]).map(String.init) : [String(word)]
  }

  private static let table = """
    AB 10-16 21-25 30-39 41-45 51-56, AL 1-10, B 1-21 23-38 40 42-50 60-80 90-98, BA 1-16 20-22, \
    BB 1-12 18, BD 1-24, BH 1-25 31, BL 0-9, BN 1-3 5-18 20-27 41-45, BR 1-8, BS 1-11 13-16 20-32 \
    34-37 39-41 48-49, BT 1-49 51-57 60-71 74-82 92-94, CA 1-28, CB 1-11 21-25, CF 3 5 10-11 14-15 \
    23-24 31-48 61-64 71-72 81-83, CH 1-8 41-49 60-66, CM 0-9 11-24 77, CO 1-16, CR 0 2-9, CT \
    1-21, CV 1-13 21-23 31-37 47, CW 1-12, DA 1-18, DD 1-11, DE 1 3-7 11-15 21-24 45 55-56 65 \
    72-75, DG 1-14 16, DH 1-9, DL 1-17, DN 1-12 14-22 31-41, DT 1-11, DY 1-14, E 1-18 20, EC 1A 1M \
    1N 1R 1V 1Y 2A 2M 2N 2R 2V 2Y 3A 3M 3N 3R 3V 4A 4M 4N 4R 4V 4Y, EH 1-49 51-55, EN 1-11, EX \
    1-24 31-39, FK 1-21, FY 1-8, G 1-5 11-15 20-23 31-34 40-46 51-53 60-69 71-74 76-78 81-84, GL \
    1-20 50-56, GU 1-35 46-47 51-52, HA 0-9, HD 1-9, HG 1-5, HP 1-23 27, HR 1-9, HS 1-9, HU 1-20, \
    HX 1-7, IG 1-11, IP 1-33, IV 1-28 30-32 36 40-49 51-56 63, KA 1-30, KT 1-24, KW 1-3 5-17, KY \
    1-16, L 1-40, LA 1-23, LD 1-8, LE 1-19 65 67, LL 11-49 51-78, LN 1-13, LS 1-29, LU 1-7, M 1-9 \
    11-35 38 40-41 43-46, ME 1-20, MK 1-19 40-46, ML 1-12, N 1-22, NE 1-13 15-49 61-71, NG 1-25 \
    31-34, NN 1-18 29, NP 4 7-8 10-13 15-16 18-20 22-26 44, NR 1-35, NW 1-11, OL 1-16, OX 1-18 20 \
    25-29 33 39 44 49, PA 1-38 41-49 60-78, PE 1-16 19-38, PH 1-26 30-36 38-44 49-50, PL 1-35, PO \
    1-22 30-41, PR 1-9 25-26, RG 1-2 4-10 12 14 17-31 40-42 45, RH 1-20, RM 1-20, S 1-14 17-18 \
    20-21 25-26 32-33 35-36 40-45 60-66 70-75 80-81, SA 1-20 31-48 61-73, SE 1-28, SG 1-19, SK \
    1-17 22-23, SL 0-9, SM 1-7, SN 1-16 25-26, SO 14-24 30-32 40-43 45 50-53, SP 1-11, SR 1-8, SS \
    0-9 11-17, ST 1-21, SW 1A 1E 1H 1P 1V 1W 1X 1Y 2-20, SY 1-25, TA 1-24, TD 1-15, TF 1-13, TN \
    1-40, TQ 1-14, TR 1-27, TS 1-29, TW 1-20, UB 1-11, W 1B 1C 1D 1F 1G 1H 1J 1K 1S 1T 1U 1W 2-14, \
    WA 1-16, WC 1A 1B 1E 1H 1N 1R 1V 1X 2A 2B 2E 2H 2N 2R, WD 3-7 17-19 23-25, WF 1-17, WN 1-8, WR \
    1-15, WS 1-15, WV 1-16, YO 1 7-8 10-19 21-26 30-32 41-43 51 60-62, ZE 1-3
    """
}
