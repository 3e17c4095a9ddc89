vim9script
# Days as a person types them behind an `@`, and as the server wants them. Pure.

const WEEKDAYS = {sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6}
const ISO = '^\(\d\d\d\d\)-\(\d\d\)-\(\d\d\)$'

# Days since 1970-01-01 in the Gregorian calendar, and back. strftime() would bring in the time zone.
def ToNumber(y: number, m: number, day: number): number
  final year = m <= 2 ? y - 1 : y
  final month = m <= 2 ? m + 12 : m
  final leaps = year / 4 - year / 100 + year / 400
  return 365 * year + leaps + (153 * (month - 3) + 2) / 5 + day - 719469
enddef

def ToIso(number: number): string
  final days = number + 719468
  final era = days / 146097
  final in_era = days - era * 146097
  final year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365
  final in_year = in_era - (365 * year + year / 4 - year / 100)
  final shifted = (5 * in_year + 2) / 153
  final day = in_year - (153 * shifted + 2) / 5 + 1
  final month = shifted < 10 ? shifted + 3 : shifted - 9
  return printf('%04d-%02d-%02d', year + era * 400 + (month <= 2 ? 1 : 0), month, day)
enddef

# The day that `word` means, as YYYY-MM-DD; '' when it means none. A day that no calendar has passes as it is: the
# server says what is wrong with it.
export def Resolve(typed: string, today: string): string
  if typed =~ ISO
    return typed
  endif
  final parts = matchlist(today, ISO)
  if empty(parts)
    return ''
  endif
  final number = ToNumber(str2nr(parts[1]), str2nr(parts[2]), str2nr(parts[3]))
  final word = tolower(typed)
  if word == 'today'
    return today
  elseif word == 'tomorrow'
    return ToIso(number + 1)
  elseif word =~ '^+\d\{1,3}$'
    return ToIso(number + str2nr(word[1 :]))
  elseif has_key(WEEKDAYS, word)
    final ahead = (WEEKDAYS[word] - (number + 4) % 7 + 7) % 7
    return ToIso(number + (ahead == 0 ? 7 : ahead))
  endif
  return ''
enddef

# A pattern for all days up to `today`: what is due stays marked while the user types.
export def PatternUntil(today: string): string
  var choices = [today]
  for place in range(len(today))
    final digit = str2nr(today[place])
    if today[place] =~ '\d' && digit > 0
      final rest = substitute(today[place + 1 :], '\d', '\\d', 'g')
      choices->add((place == 0 ? '' : today[: place - 1]) .. '[0-' .. (digit - 1) .. ']' .. rest)
    endif
  endfor
  return '\%(' .. join(choices, '\|') .. '\)'
enddef
