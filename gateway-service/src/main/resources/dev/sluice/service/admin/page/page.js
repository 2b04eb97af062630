'use strict';
// Draws /state, once a second. Every text of it is put in as text, never as markup.

const byId = id => document.getElementById(id);
const HOUR = 3600;
const SCHEME = matchMedia('(prefers-color-scheme: dark)');
/** What ends a line, steers, turns the direction of what comes after it, or is half a character. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}]/gu;

// ---- Words and numbers. What is not known is '': a column or figure without anything is left out.

const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const tenths = new Intl.NumberFormat('en', {minimumFractionDigits: 1, maximumFractionDigits: 1});
const known = (value, text) => value === undefined || value === null ? '' : text(value);
const count = value => known(value, v => whole.format(v));
const decimal = value => known(value, v => v >= 100 || v === 0 ? whole.format(v) : v < 0.1 ? '< 0.1' : tenths.format(v));
const some = value => value ? count(value) : '';
const percent = share => known(share, v => v > 0 && v < 0.01 ? '<\u00a01\u00a0%' : `${whole.format(100 * v)}\u00a0%`);
const clock = at => new Date(at).toLocaleTimeString('en-GB');

function duration(seconds) {
  return known(seconds, s => s < 0.001 ? `${whole.format(s * 1e6)} us`
    : s < 1 ? `${s < 0.01 ? tenths.format(s * 1e3) : whole.format(s * 1e3)} ms`
    : s < 10 ? `${tenths.format(s)} s`
    : s < 120 ? `${whole.format(s)} s`
    : s < 7200 ? `${whole.format(s / 60)} min`
    : s < 172800 ? `${tenths.format(s / 3600)} h` : `${whole.format(s / 86400)} days`);
}
const nanos = value => known(value, v => duration(v / 1e9));

function bytes(value) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 10240 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${whole.format(value)} ${units[unit]}`;
}

// ---- Elements

/** An element; a child is another, or a text. An attribute without a value is not set. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes || {})) {
    if (value !== undefined && value !== '') made.setAttribute(attribute, value);
  }
  made.append(...children.filter(child => child !== '' && child !== undefined));
  return made;
}

const drawn = new Map();

/** Puts the children into a section if what they are made of has changed; the focus and what was scrolled stay. */
function draw(id, of, make) {
  const now = JSON.stringify(of);
  if (drawn.get(id) === now) return;
  drawn.set(id, now);
  const section = byId(id);
  const focused = section.contains(document.activeElement) ? document.activeElement.id : '';
  const scrolled = Array.from(section.querySelectorAll('.wide'), box => [box.id, box.scrollLeft]);
  section.replaceChildren(...make().filter(child => child !== ''));
  for (const [box, left] of scrolled) {
    if (byId(box)) byId(box).scrollLeft = left;
  }
  if (focused) byId(focused)?.focus({preventScroll: true});
}

/** A table. A column is [heading, cell of a row, class]; one in which no row has anything is left out. */
function table(id, label, columns, rows) {
  const cells = rows.map(row => columns.map(([, cell]) => cell(row)));
  const shown = columns.map((_, i) => i).filter(i => i === 0 || cells.some(row => row[i] !== ''));
  return element('div', {class: 'wide', id: `${id}-table`, role: 'region', tabindex: '0', 'aria-label': label},
    element('table', {},
      element('thead', {}, element('tr', {}, ...shown.map(i =>
        element('th', {scope: 'col', class: columns[i][2] === 'number' ? 'number' : ''}, columns[i][0])))),
      element('tbody', {}, ...cells.map(row => element('tr', {}, ...shown.map(i => i === 0
        ? element('th', {scope: 'row'}, row[i])
        : element('td', {class: columns[i][2]}, row[i])))))));
}

// ---- The sections

const WORDS = {
  OPENING: 'Opening', FINE: 'Fine', LOOK: 'Works, with something to know', TROUBLE: 'Needs a person',
};

function heading(state) {
  const gateway = state.gateway;
  document.title = `${state.condition === 'FINE' ? '' : `${WORDS[state.condition]}: `}${gateway.name} - Sluice`;
  draw('top', [state.condition, state.at, gateway.name], () => [
    element('div', {class: 'head'},
      element('h1', {}, `Gateway ${gateway.name}`),
      element('p', {class: `condition ${state.condition.toLowerCase()}`}, WORDS[state.condition])),
    element('p', {class: 'small'}, `Process ${gateway.process}, up for ${duration(gateway.upSeconds)}, Sluice ${gateway.version}, `
      + `at ${clock(state.at)}. `, element('a', {href: 'status', id: 'as-text'}, 'As text')),
  ]);
  // Only a change of the condition is read aloud: seconds that count up would be, too.
  if (byId('said').dataset.condition !== state.condition) {
    byId('said').dataset.condition = state.condition;
    byId('said').textContent = WORDS[state.condition];
  }
}

function needs(state) {
  draw('needs', [state.needs, state.condition], () => state.needs.length === 0
    ? [element('p', {class: 'small'}, state.condition === 'OPENING' ? 'It is opening.' : 'Nothing needs a person.')]
    : [element('ul', {}, ...state.needs.map(need => element('li', {class: need.urgent ? 'urgent' : ''}, need.why,
      need.act ? element('span', {class: 'act'}, need.act) : '')))]);
}

function figure(name, value, ...more) {
  return value === '' ? '' : element('div', {}, element('dt', {}, name), element('dd', {}, value),
    ...more.filter(text => text !== '').map(text => element('dd', {class: 'small'}, text)));
}

function now(state) {
  const minute = state.gateway.minute;
  const waiting = state.waiting;
  const disks = state.lanes.filter(lane => lane.queues).map(lane => lane.queues.disk);
  const sum = part => disks.reduce((all, disk) => all + disk[part], 0);
  const failed = minute.failuresPerSecond * minute.seconds;
  draw('now', [minute, waiting, disks], () => [element('dl', {},
    figure('Requests waiting', waiting ? count(waiting.requests) : 'not known',
      waiting ? known(waiting.drainSeconds, s => `${duration(s)} at this rate`) : '',
      waiting ? known(waiting.oldestSeconds, s => `the oldest for ${duration(s)}`) : ''),
    figure('Results a second, last minute', decimal(minute.resultsPerSecond), `${decimal(minute.requestsPerSecond)} requests read a second`),
    figure('Failed, last minute', failed >= 0.5 ? count(failed) : '',
      percent(minute.resultsPerSecond ? minute.failuresPerSecond / minute.resultsPerSecond : 0)),
    figure('Time to the result, last minute', nanos(minute.medianNanos), minute.medianNanos === undefined ? '' : 'or less, for half',
      known(minute.mostNanos, v => `${nanos(v)} or less, for 99 of 100`)),
    figure('Requests a call, last minute', decimal(minute.requestsPerCall)),
    disks.length === 0 || disks[0].left === 0 ? '' : figure('Disk left', bytes(disks[0].left),
      `requests ${bytes(sum('in'))}, results ${bytes(sum('out'))}`,
      disks[0].reserve ? `reserve ${bytes(disks[0].reserve)}` : ''))]);
}

function backends(state) {
  const rows = state.gateway.backends;
  draw('backends', rows, () => rows.length === 0 ? [] : [
    element('h2', {}, 'Databases and services'),
    table('backends', 'Databases and services', [
      ['Name', row => row.name],
      ['State', row => element('span', {class: row.condition}, row.condition)],
      ['For', row => duration(row.forSeconds), 'number'],
      ['Requests waiting for it', row => some(row.held), 'number'],
      ['Calls a second', row => decimal(row.callsPerSecond), 'number'],
      ['Requests a call', row => decimal(row.requestsPerCall), 'number'],
      ['Calls made again', row => some(row.retries), 'number'],
      ['It said', row => row.reason, 'text'],
    ], rows)]);
}

/** Why a call was begun, and a request did not join another: in words, as the key of each says little. */
const REASONS = {
  first: 'first of its chunk', limit: 'the others were full', types: 'other types', row: 'a conflict by row',
  table: 'a conflict by table', alone: 'shares no call',
};

const shares = reasons => Object.entries(reasons).sort((a, b) => b[1] - a[1])
  .map(([reason, share]) => `${REASONS[reason] || reason} ${percent(share)}`).join(', ');
const kinds = failures => Object.entries(failures).map(([kind, many]) => `${kind} ${count(many)}`).join(', ');

function names(state) {
  const rows = state.gateway.names;
  draw('names', rows, () => rows.length === 0 ? [] : [
    element('h2', {}, 'Lookups, statements and endpoints'),
    table('names', 'Lookups, statements and endpoints', [
      ['Name', row => row.name],
      ['Requests', row => count(row.requests), 'number'],
      ['Results a second', row => decimal(row.minute.resultsPerSecond), 'number'],
      ['Half within', row => nanos(row.minute.medianNanos), 'number'],
      ['99 of 100 within', row => nanos(row.minute.mostNanos), 'number'],
      ['Waits for its call', row => nanos(row.waitNanos), 'number'],
      ['In its call', row => nanos(row.inCallNanos), 'number'],
      ['Calls a second', row => row.minute.requestsPerCall === undefined ? '' : decimal(row.callsPerSecond), 'number'],
      ['Requests a call', row => decimal(row.minute.requestsPerCall), 'number'],
      ['Why calls were begun', row => shares(row.reasons), 'text'],
      ['Not found', row => row.notFound ? percent(row.notFound) : '', 'number'],
      ['Failed', row => some(row.failed), 'number'],
      ['Failed in the last minute', row => kinds(row.failures), 'text'],
    ], rows),
    element('p', {class: 'small'}, 'Requests and Failed count from the start; all else is of the last minute. A call that is the first of '
      + 'its chunk has all that the chunk holds for it: it is small where chunks are. For other reasons sluice explain NAME says more.')]);
}

function lanes(state) {
  const most = Math.max(1, ...state.lanes.map(lane => lane.served?.backlog || 0));
  const rows = state.lanes.map(lane => [lane.number, lane.served, lane.queues?.rates[0]?.answeredPerSecond]);
  draw('lanes', rows, () => state.lanes.length < 2 ? [] : [
    element('h2', {}, `Lanes: ${state.lanes.length}`),
    element('ul', {class: 'cards'}, ...rows.map(([number, served, rate]) => element('li', {},
      element('b', {}, `Lane ${number}`), ` ${known(served.backlog, v => `${count(v)} waiting`) || 'not known how many wait'}`,
      element('meter', {min: 0, max: most, value: served.backlog || 0, 'aria-label': `Lane ${number}: requests waiting`}),
      element('div', {class: 'small'}, [known(rate, v => `${decimal(v)} results a second`), `${count(served.results)} since the start`,
        served.inHand ? `${count(served.inHand)} in hand` : '', known(served.oldestSeconds, s => `the oldest for ${duration(s)}`)]
        .filter(text => text).join(', ')),
      ...served.why.map(why => element('div', {class: 'trouble'}, why)))))]);
}

/** The marks of runs as this page has seen them: by name, the first and the last one of the last minute. */
const marks = new Map();

function speed(run, at) {
  const seen = (marks.get(run.name) || []).filter(mark => at - mark.at < 60000);
  if (seen.length === 0 || seen[seen.length - 1].handled !== run.handled) seen.push({at, handled: run.handled});
  marks.set(run.name, seen);
  const [first, last] = [seen[0], seen[seen.length - 1]];
  return last.at > first.at && last.handled > first.handled ? 1000 * (last.handled - first.handled) / (last.at - first.at) : undefined;
}

function runs(state) {
  const several = state.lanes.length > 1;
  const of = part => state.lanes.flatMap(lane => (lane.queues ? lane.queues[part] : []).map(its => ({...its, lane: lane.number})));
  const open = of('runs');
  const readers = of('readers');
  const at = Date.parse(state.at);
  const perSecond = open.map(run => speed(run, at));
  const left = state.waiting?.drainSeconds;
  const place = its => several ? its.lane : '';
  const unread = state.lanes.some(lane => lane.unread);
  draw('runs', [open, readers, perSecond, left, unread], () => [
    element('h2', {}, 'Runs and readers'),
    unread ? element('p', {}, 'Those of queues that cannot be read just now are not known.') : '',
    !unread && open.length + readers.length === 0 ? element('p', {class: 'small'}, 'No run is open, and no reader has a name.') : '',
    open.length === 0 ? '' : table('runs', 'Runs', [
      ['Run', run => run.name],
      ['Lane', place],
      ['Items done', run => count(run.handled), 'number'],
      ['Items a second', run => decimal(perSecond[open.indexOf(run)]), 'number'],
      ['Failed', run => some(run.failed), 'number'],
      ['Results to take', run => some(run.behind), 'number'],
      ['Time left', () => duration(left), 'number'],
      ['Process', run => known(run.pid, String) || 'none runs it'],
    ], open),
    open.length === 0 ? '' : element('p', {class: 'small'}, 'Items are those up to a run\'s last mark. Time left is that of the requests '
      + 'that are written: nobody knows how many come.'),
    readers.some(reader => reader.pid) ? table('readers', 'Readers', [
      ['Reader', reader => reader.name],
      ['Lane', place],
      ['Results after its place', reader => count(reader.behind), 'number'],
      ['Process', reader => String(reader.pid)],
    ], readers.filter(reader => reader.pid)) : '',
    ...readers.filter(reader => !reader.pid).map(reader => element('p', {class: 'small'},
      `No process has the reader '${reader.name}' open${several ? ` on lane ${reader.lane}` : ''}. Its place is kept`
      + (reader.behind ? `, with ${count(reader.behind)} results after it, and so are their files.` : ', at the end.')))]);
}

function failures(state) {
  const gateway = state.gateway;
  const unread = state.lanes.some(lane => lane.unread);
  const read = state.lanes.some(lane => lane.queues?.recent.results);
  const several = state.lanes.length > 1;
  draw('failures', [gateway.failures, unread, read], () => [
    element('h2', {}, 'Last failures'),
    !gateway.shown ? element('p', {class: 'small'}, 'What was asked and answered is shown where health.token is set: without one every '
        + 'user of this host can read this page. sluice cat --outcome failed --last 20 has them.')
      : gateway.failures.length === 0 ? element('p', {class: 'small'}, unread ? 'Not known just now, as queues cannot be read.'
        : read ? 'None among the last 10,000 results.' : 'No result was written yet.')
      : table('failures', 'Last failures', [
        ['Request', failed => element('a', {id: `at-${failed.lane}-${failed.position}`,
          href: `request?position=${encodeURIComponent(failed.position)}&lane=${encodeURIComponent(failed.lane)}`}, failed.position)],
        ['Lane', failed => several ? failed.lane : ''],
        ['When', failed => known(failed.at, clock)],
        ['Name', failed => failed.name, 'text'],
        ['Kind', failed => failed.failure.kind],
        ['Message', failed => failed.failure.message, 'text'],
      ], gateway.failures)]);
}

// ---- The hour. A sample says what was done in the seconds before it.

const CHARTS = [
  {id: 'throughput', title: 'Throughput, a second', shown: decimal, lines: [
    ['results', sample => sample.did.resultsPerSecond], ['requests read', sample => sample.did.requestsPerSecond],
    ['failed', sample => sample.did.failuresPerSecond || null]]},
  {id: 'backlog', title: 'Requests waiting', shown: count, lines: [['waiting', sample => sample.backlog]]},
  {id: 'times', title: 'Time to the result', shown: duration, lines: [
    ['half within', sample => sample.did.medianNanos / 1e9], ['99 of 100 within', sample => sample.did.mostNanos / 1e9]]},
  {id: 'calls', title: 'Requests a call', shown: decimal, lines: [['on average', sample => sample.did.requestsPerCall]]},
];
let samples = [];
let minutes = 60;
const plots = new Map();

/** Adds what is new, in the order of time, and forgets what is older than an hour. */
function keep(news) {
  for (const sample of news) {
    const at = Date.parse(sample.at) / 1000;
    if (samples.length === 0 || at > samples[samples.length - 1].at) samples.push({...sample, since: sample.at, at});
  }
  const last = samples.length ? samples[samples.length - 1].at : 0;
  samples = samples.filter(sample => sample.at > last - HOUR);
}

/** The columns of a chart; where nothing was sampled for a while, as while the gateway was away, its lines have a gap. */
function columns(chart) {
  const data = [[], ...chart.lines.map(() => [])];
  let before = samples.length ? samples[0].at : 0;
  for (const sample of samples) {
    if (sample.at - before > 8) {
      data[0].push(before + 1);
      data.slice(1).forEach(column => column.push(null));
    }
    before = sample.at;
    data[0].push(sample.at);
    chart.lines.forEach(([, value], i) => data[i + 1].push(Number.isFinite(value(sample)) ? value(sample) : null));
  }
  return data;
}

function span() {
  const last = samples[samples.length - 1].at;
  return [Math.min(last - 30, Math.max(samples[0].at, last - 60 * minutes)), last];
}

function options(chart, box, width) {
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = {stroke: colour('--quiet'), grid: {stroke: colour('--rule'), width: 1}, ticks: {stroke: colour('--rule'), width: 1},
    font: '12px system-ui, sans-serif'};
  const short = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit'});
  return {
    width, height: 190,
    legend: {show: false},
    cursor: {y: false, drag: {x: false, y: false}, sync: {key: 'hour'}},
    scales: {
      x: {time: true, range: span},
      y: {range: (plot, least, most) => [0, most > 0 ? most * 1.08 : 1]},
    },
    axes: [
      {...axis, size: 28, space: 80, values: (plot, ticks) => ticks.map(tick =>
        plot.scales.x.max - plot.scales.x.min > 600 ? short.format(1000 * tick) : clock(1000 * tick))},
      {...axis, size: 74, space: 34, values: (plot, ticks) => ticks.map(tick =>
        tick === 0 ? '0' : chart.shown !== duration && Number.isInteger(tick) ? count(tick) : chart.shown(tick))},
    ],
    series: [{}, ...chart.lines.map(([label], i) => ({label, stroke: colour(`--line${i}`), width: 2, dash: [[], [6, 4], [2, 3]][i]}))],
    hooks: {setCursor: [plot => read(chart, box, plot)]},
  };
}

/** Says what lies under the pointer, or else what was last. */
function read(chart, box, plot) {
  const under = plot.cursor.idx;
  const at = under === null || under === undefined || plot.cursor.left < 0 ? plot.data[0].length - 1 : under;
  chart.lines.forEach(([label], i) => {
    const value = plot.data[i + 1][at];
    box.values[i].textContent = `${label} ${chart.shown(value) || (label === 'failed' ? '0' : '-')}`;
  });
  box.at.textContent = clock(1000 * plot.data[0][at]);
}

function box(chart) {
  const made = {
    values: chart.lines.map((_, i) => element('span', {class: `s${i}`})),
    at: element('span', {class: 'at'}),
    plot: element('div', {class: 'plot', 'aria-hidden': 'true'}),
  };
  made.figure = element('figure', {id: `chart-${chart.id}`, tabindex: '0', role: 'group', 'aria-label': chart.title},
    element('figcaption', {}, element('h3', {}, chart.title), ...made.values, made.at), made.plot);
  made.figure.addEventListener('keydown', event => steer(event, chart, made));
  made.figure.addEventListener('blur', () => made.u?.setCursor({left: -10, top: -10}));
  byId('charts').append(made.figure);
  return made;
}

/** Arrow keys move what is read, and what is read is said. */
function steer(event, chart, its) {
  const u = its.u;
  const step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
  if (!u || step === undefined) return;
  event.preventDefault();
  const first = u.data[0].findIndex(at => at >= u.scales.x.min);
  const last = u.data[0].length - 1;
  const from = u.cursor.idx === null || u.cursor.idx === undefined || u.cursor.left < 0 ? last : u.cursor.idx;
  const to = Math.min(last, Math.max(first, from + step));
  u.setCursor({left: u.valToPos(u.data[0][to], 'x'), top: 10});
  byId('said').textContent = `${chart.title}: ${its.values.map(value => value.textContent).join(', ')} at ${its.at.textContent}`;
}

function hour() {
  for (const chart of CHARTS) {
    if (!plots.has(chart.id)) plots.set(chart.id, box(chart));
    const its = plots.get(chart.id);
    const data = columns(chart);
    if (data.slice(1).every(column => column.every(value => value === null))) {
      its.u?.destroy();
      its.u = undefined;
      its.values.forEach(value => { value.textContent = ''; });
      its.plot.replaceChildren(element('p', {class: 'nothing'}, samples.length ? 'Nothing was answered yet' : 'No sample was taken yet'));
      continue;
    }
    const width = its.plot.clientWidth;
    if (!its.u) {
      its.plot.replaceChildren();
      its.u = new uPlot(options(chart, its, width), data, its.plot);
    } else {
      if (its.u.width !== width) its.u.setSize({width, height: 190});
      its.u.setData(data);
    }
    read(chart, its, its.u);
  }
}

function redraw() {
  plots.forEach(its => {
    its.u?.destroy();
    its.u = undefined;
  });
  hour();
}

byId('spans').addEventListener('click', event => {
  if (!event.target.dataset.minutes) return;
  minutes = Number(event.target.dataset.minutes);
  for (const button of byId('spans').children) button.setAttribute('aria-pressed', String(button === event.target));
  hour();
});
SCHEME.addEventListener('change', redraw);
addEventListener('resize', () => hour());

// ---- Once a second

let heard = Date.now();

/** The address without a name and a password: a script may not send these, and the browser does by itself. */
function address() {
  const its = new URL('state', location.href);
  its.username = '';
  its.password = '';
  its.searchParams.set('since', samples.length ? samples[samples.length - 1].since : '1970-01-01T00:00:00Z');
  return its;
}

/** The state; nothing while the gateway is not there. */
async function ask() {
  try {
    const answer = await fetch(address(), {signal: AbortSignal.timeout(8000)});
    const text = await answer.text();
    return answer.ok ? JSON.parse(text, (key, value) => typeof value === 'string' ? value.replace(UNSAFE, '\uFFFD') : value) : undefined;
  } catch {
    return undefined;
  }
}

async function look() {
  try {
    const state = await ask();
    if (state) {
      heard = Date.now();
      keep(state.gateway.hour);
      for (const section of [heading, needs, now, backends, names, lanes, runs, failures]) section(state);
      hour();
    }
  } finally {
    const words = Date.now() - heard > 5000
      ? `The gateway has not been heard since ${clock(heard)}. All above is of then.` : '';
    if (byId('link').textContent !== words) byId('link').textContent = words;
    setTimeout(look, document.hidden ? 5000 : 1000);
  }
}

look();
