'use strict';
// Puts sections that have changed in the place of the former ones. The server has escaped every text in them.
const link = document.getElementById('link');
const said = document.getElementById('said');
let heard = Date.now();

function replace(id, html) {
  const section = document.getElementById(id);
  if (!section) return;
  const focused = section.contains(document.activeElement) ? document.activeElement.id : '';
  const scrolled = Array.from(section.querySelectorAll('.wide'), box => [box.id, box.scrollLeft]);
  section.innerHTML = html;
  for (const [box, left] of scrolled) {
    const now = document.getElementById(box);
    if (now) now.scrollLeft = left;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function listen() {
  const source = new EventSource('events');
  source.addEventListener('sections', event => {
    heard = Date.now();
    for (const [id, html] of Object.entries(JSON.parse(event.data))) replace(id, html);
    // Only a change of the condition is read aloud: seconds that count up would be, too.
    const word = document.querySelector('.condition').textContent;
    if (said.textContent !== word) said.textContent = word;
  });
  // A refusal ends it, and nothing else does.
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
  });
}

if (link) {
  listen();
  setInterval(() => {
    const words = Date.now() - heard > 5000 ? 'The gateway has not been heard since '
        + new Date(heard).toLocaleTimeString() + '. All above is of then.' : '';
    if (link.textContent !== words) link.textContent = words;
  }, 1000);
}
