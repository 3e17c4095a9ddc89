'use strict';

const DAY = 86400000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const KOREAN_WEEKDAYS = '일월화수목금토';

/** @param {string} day YYYY-MM-DD @returns {number} days since 1970; NaN for what is no day */
function numberOf(day) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!match || match[1] === '0000') return NaN;
  const time = new Date(0);
  time.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return time.toISOString().slice(0, 10) === day ? Math.round(time.getTime() / DAY) : NaN;
}

/** @param {number} number @returns {string | undefined} */
function dayOf(number) {
  const time = new Date(number * DAY);
  const text = Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10);
  return /^\d{4}-/.test(text) && text >= '0001' ? text : undefined;
}

/**
 * What a person writes for a day: 2030-01-31, today, tomorrow, fri, +7, 오늘, 내일, 금.
 * @param {string} text
 * @param {string} today
 * @returns {string | null | undefined} null for none, undefined for what is no day
 */
function parseDay(text, today) {
  const word = text.trim().toLowerCase();
  if (!word) return null;
  const now = numberOf(today);
  if (word === 'today' || word === '오늘') return today;
  if (word === 'tomorrow' || word === '내일') return dayOf(now + 1);
  if (/^\+\d{1,5}$/.test(word)) return dayOf(now + Number(word));
  const english = word.length >= 3 ? WEEKDAYS.findIndex((name) => name.startsWith(word)) : -1;
  const korean = /^[일월화수목금토](요일)?$/.test(word) ? KOREAN_WEEKDAYS.indexOf(word[0]) : -1;
  const weekday = Math.max(english, korean);
  // 1970 began on a Thursday. The next one, not today.
  if (weekday >= 0) return dayOf(now + 1 + ((((weekday - (now + 1 + 4)) % 7) + 7) % 7));
  return Number.isNaN(numberOf(word)) ? undefined : word;
}

/** @param {string} day @param {string} today @returns {number} how many days it is away */
function daysUntil(day, today) {
  return numberOf(day) - numberOf(today);
}

module.exports = { parseDay, daysUntil };
