// The display of one login at a time. The token is in the drawing of the symbol alone: never in the address, the title, the
// storage or the console.
'use strict';
(() => {
  // Milliseconds: how long an end is shown, and how long to wait before asking again.
  const END_SHOWN = 6000, PAUSE = 2000;
  const states = ['loading', 'waiting', 'opened', 'succeeded', 'failed', 'offline'];
  const element = (id) => document.getElementById(id);
  let events = null, polling = null, renewal = null, restart = null, deadline = 0;
  // Counts what has been begun: an answer to an earlier question comes too late and is not looked at.
  let logins = 0, watches = 0;

  function show(state) {
    if (document.body.dataset.state === state) return;
    document.body.dataset.state = state;
    for (const name of states) element(name).hidden = name !== state;
    // Screen readers hear of the change, and the focus does not stay in what is gone.
    const heading = element(state).querySelector('h1');
    element('news').textContent = heading ? heading.textContent : '';
    if (heading && document.activeElement?.closest('main')) {
      heading.tabIndex = -1;
      heading.focus();
    }
  }

  function later(timer, milliseconds, action) {
    clearTimeout(timer);
    return setTimeout(action, milliseconds);
  }

  function stopWatching() {
    if (events) events.close();
    events = null;
    clearTimeout(polling);
    watches++;
  }

  // A visitor who has left is not waited for: the login that a phone has opened is forgotten.
  async function start(startsOver = false) {
    clearTimeout(restart);
    clearTimeout(renewal);
    if (startsOver) stopWatching();
    const login = ++logins;
    let operation;
    try {
      const answer = await fetch('/kiosk/operation', {
        method: 'POST', body: JSON.stringify({startsOver}),
        headers: {'Content-Type': 'application/json', Accept: 'application/json'},
      });
      if (!answer.ok) throw new Error();
      operation = await answer.json();
      if (login !== logins) return;
    } catch {
      if (login !== logins) return;
      stopWatching();
      show('offline');
      restart = later(restart, PAUSE, () => start(startsOver));
      return;
    }
    const drawing = new DOMParser().parseFromString(operation.svg, 'image/svg+xml').documentElement;
    drawing.setAttribute('aria-hidden', 'true');
    element('symbol').replaceChildren(document.importNode(drawing, true));
    deadline = performance.now() + operation.lifetimeMillis;
    // The new symbol is there before the old one expires.
    renewal = later(renewal, operation.renewAfterMillis, start);
    show('waiting');
    tick();
    watch();
  }

  function tick() {
    const seconds = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    const number = new Intl.NumberFormat(document.documentElement.lang, {minimumIntegerDigits: 2});
    const minutes = new Intl.NumberFormat(document.documentElement.lang);
    element('time').textContent = minutes.format(Math.floor(seconds / 60)) + ':' + number.format(seconds % 60);
  }
  setInterval(() => { if (document.body.dataset.state === 'waiting') tick(); }, 500);

  function watch() {
    stopWatching();
    if (!window.EventSource) return poll();
    events = new EventSource('/kiosk/events');
    events.onmessage = (event) => take(JSON.parse(event.data).state);
    events.onerror = () => {
      // The stream ends when the server stops, or when a proxy does not let it through.
      stopWatching();
      poll();
    };
  }

  async function poll() {
    clearTimeout(polling);
    const asked = ++watches;
    try {
      const answer = await fetch('/kiosk/state', {headers: {Accept: 'application/json'}});
      // The server, or the backend behind it, fails: another login would fail as well.
      if (answer.status >= 500) throw new Error();
      const state = answer.ok ? (await answer.json()).state : null;
      if (asked !== watches) return;
      if (!state) return start();
      take(state);
    } catch {
      if (asked !== watches) return;
      clearTimeout(renewal);
      show('offline');
    }
    if (document.body.dataset.state === 'offline') restart = later(restart, PAUSE, start);
    else if (!isEnd(document.body.dataset.state)) polling = later(polling, PAUSE, poll);
  }

  const isEnd = (state) => state === 'succeeded' || state === 'failed';

  function take(state) {
    if (isEnd(document.body.dataset.state)) return;
    if (state === 'waiting') return;
    clearTimeout(renewal);
    if (state === 'expired') return start();
    show(state);
    if (isEnd(state)) {
      stopWatching();
      restart = later(restart, END_SHOWN, start);
    }
  }

  element('renew').addEventListener('click', () => start());
  element('startOver').addEventListener('click', () => start(true));
  start();
})();
