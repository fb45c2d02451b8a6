// What is said aloud by screen readers.

const live = document.getElementById('live');

export function say(text) {
  // The same text twice is news too.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
