extension Nation {
  func isHoliday(_ date: CivilDay) -> Bool? { false }
}
