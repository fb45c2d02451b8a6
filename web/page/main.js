// The three things to do on the page, one at a time.

import { Editor } from './editor.js';
import { Lesson } from './lesson.js';
import { Play } from './play.js';

const play = new Play();
const editor = new Editor({
  game: () => play.game,
  playFrom: (variant, fen) => {
    play.begin({ variant, fen });
    open('play');
  },
});
const lesson = new Lesson(() => play.game);
const views = { play, editor, lesson };

const tabs = [...document.querySelectorAll('[role=tab]')];

function open(name) {
  lesson.hide();
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
  views[name].shown?.();
}

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => open(tab.getAttribute('aria-controls')));
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

// A ring shows where the keyboard is: a pointer shows itself.
document.addEventListener('pointerdown', () => (document.documentElement.dataset.pointer = 'true'), true);
document.addEventListener('keydown', () => delete document.documentElement.dataset.pointer, true);

// From the second time on the page works without a network.
navigator.serviceWorker?.register('offline.js').catch(() => {});

await play.ready;
document.documentElement.dataset.ready = 'true';
