// The tabs of the page, one at a time.

import { Editor } from './editor.js';
import { Lesson } from './lesson.js';
import { Play } from './play.js';

const play = new Play();
const editor = new Editor({
  game: () => play.game,
  playFrom: (variant, fen) => {
    play.playFrom(variant, fen);
    goTo('play');
  },
});
const lesson = new Lesson(() => play.game, (page) => goTo('lesson', page));
const views = { play, editor, lesson };

const tabs = [...document.querySelectorAll('[role=tab]')];

/** Opens a tab, and one page of the lesson. */
function open(name, page) {
  lesson.hide();
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !chosen;
  }
  views[name].shown?.(page);
}

/** Goes to the tab of the address `?editor`, `?lesson` or `?lesson=pins`, and then to the address of the game. */
function goTo(name, page) {
  const address = new URL(location);
  address.search = name === 'play' ? '' : name + (page ? `=${page}` : '');
  if (address.search !== location.search) history.pushState('seen', '', address);
  open(name, page);
}

function openAddressed() {
  const [name, page] = location.search.slice(1).split('=');
  open(Object.hasOwn(views, name) ? name : 'play', page);
}
addEventListener('popstate', openAddressed);
openAddressed();

for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => goTo(tab.getAttribute('aria-controls')));
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(i + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}

// A ring shows the focus of the keyboard. It is hidden while a pointer is used.
document.addEventListener('pointerdown', () => (document.documentElement.dataset.pointer = 'true'), true);
document.addEventListener('keydown', () => delete document.documentElement.dataset.pointer, true);

// From the second visit on the page works offline.
navigator.serviceWorker?.register('offline.js').catch(() => {});

await play.ready;
document.documentElement.dataset.ready = 'true';
