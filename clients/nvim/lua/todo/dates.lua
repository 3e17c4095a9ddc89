--- Days as a person types them behind an `@`, and as the server wants them. Pure.
local M = {}

local WEEKDAYS = { sun = 0, mon = 1, tue = 2, wed = 3, thu = 4, fri = 5, sat = 6 }
local ISO = '^(%d%d%d%d)%-(%d%d)%-(%d%d)$'

--- Days since 1970-01-01 in the Gregorian calendar, and back. os.time would bring in the time zone.
local function to_number(year, month, day)
  if month <= 2 then
    year, month = year - 1, month + 12
  end
  local leaps = math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
  return 365 * year + leaps + math.floor((153 * (month - 3) + 2) / 5) + day - 719469
end

local function to_iso(number)
  local days = number + 719468
  local era = math.floor(days / 146097)
  local in_era = days - era * 146097
  local year = math.floor(
    (in_era - math.floor(in_era / 1460) + math.floor(in_era / 36524) - math.floor(in_era / 146096)) / 365
  )
  local in_year = in_era - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local shifted = math.floor((5 * in_year + 2) / 153)
  local day = in_year - math.floor((153 * shifted + 2) / 5) + 1
  local month = shifted < 10 and shifted + 3 or shifted - 9
  return string.format('%04d-%02d-%02d', year + era * 400 + (month <= 2 and 1 or 0), month, day)
end

--- The day that `word` means, as YYYY-MM-DD; nil when it means none. A day that no calendar has passes as it
--- is: the server says what is wrong with it.
function M.resolve(word, today)
  if word:match(ISO) then
    return word
  end
  local year, month, day = (today or ''):match(ISO)
  if not year then
    return nil
  end
  local number = to_number(tonumber(year), tonumber(month), tonumber(day))
  word = word:lower()
  if word == 'today' then
    return today
  elseif word == 'tomorrow' then
    return to_iso(number + 1)
  elseif word:match('^%+%d%d?%d?$') then
    return to_iso(number + tonumber(word:sub(2)))
  elseif WEEKDAYS[word] then
    local ahead = (WEEKDAYS[word] - (number + 4)) % 7
    return to_iso(number + (ahead == 0 and 7 or ahead))
  end
  return nil
end

--- A Vim pattern for all days up to `today`: what is due stays marked while the user types.
function M.pattern_until(today)
  local choices = { today }
  for place = 1, #today do
    local digit = tonumber(today:sub(place, place))
    if digit and digit > 0 then
      local rest = today:sub(place + 1):gsub('%d', '\\d')
      table.insert(choices, today:sub(1, place - 1) .. '[0-' .. (digit - 1) .. ']' .. rest)
    end
  end
  return '\\%(' .. table.concat(choices, '\\|') .. '\\)'
end

return M
