// What runs now on this node, and the last runs of each method.
import { count, duration, h, millis, name, render, time } from './text.js';

// A mark beside each word: colour alone says nothing.
const OUTCOMES = { RUNNING: '… running', RAN: '✓ ran', FAILED: '✕ failed', SKIPPED: '– skipped', REFUSED: '⊘ refused', FELL_BACK: '↩ fallback ran' };

export function update(root, group, state) {
	const { workInFlight: work, runs } = state.view.groups[group];
	render(root,
		h('h2', null, 'Work'),
		h('p', null, work.count ? [`${count(work.count, 'piece')} of leader-only work on this node, the oldest for ${duration(work.oldest)}`,
			work.outliving > 0 && [', ', h('strong', { class: 'bad' }, `${work.outliving} without a leadership`), ': another node may lead'], '.'] : 'No leader-only work runs on this node now.'),
		work.longest.length > 0 && table('The longest that run now', ['Work', 'State', 'Runs for', 'Leadership'], work.longest.map((piece) => h('tr', { class: piece.outliving && 'bad' },
			h('th', { scope: 'row' }, name(piece.name)), h('td', null, piece.outliving ? h('strong', null, '✕ outlives its leadership') : 'runs'),
			h('td', null, brief(piece.runningFor)), h('td', null, `token ${piece.fencingToken}`)))),
		work.count > 0 && !work.longest.length && h('p', { class: 'quiet' }, HIDDEN),
		h('h3', null, 'Last runs'),
		h('p', { class: 'quiet' }, runs?.length ? ['On ', name(state.view.node), ' since its start, newest first.']
			: (state.leader && !state.traces) ? HIDDEN : 'No leader-only method was called on this node since its start.'),
		runs?.map((each) => method(each, state.asOf)));
}

export const HIDDEN = 'Hidden: set management.endpoint.leader.show-details to see it.';

export const table = (label, heads, rows) => h('div', { class: 'scroll', role: 'region', 'aria-label': label, tabindex: 0 },
	h('table', null, h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))), h('tbody', null, rows)));

// One line a method, and its runs below when it is opened.
const method = ({ method: of, runs }, asOf) => h('details', { class: 'method', 'data-key': of },
	h('summary', null, h('span', { class: 'of' }, name(of)), h('span', null, outcome(runs[0]), lasted(runs[0], asOf) && ` for ${lasted(runs[0], asOf)}`),
		h('span', null, when(runs[0], asOf)),
		h('span', { class: 'strip', 'aria-hidden': 'true' }, runs.map((run) => h('span', { class: run.outcome }, OUTCOMES[run.outcome]?.[0] ?? '?')).reverse())),
	table(`Runs of ${of}`, ['When', 'How long', 'Outcome', 'Leadership'], runs.map((run) => h('tr', null, h('th', { scope: 'row' }, when(run, asOf)),
		h('td', null, lasted(run, asOf)), h('td', null, outcome(run)), h('td', null, run.fencingToken ? `token ${run.fencingToken}` : 'none')))));

const outcome = ({ outcome: of, times }) => h('span', { class: of }, OUTCOMES[of] ?? of, times > 1 && ` ×${times}`);

// A run that lasts still has lasted until now.
const lasted = (run, asOf) => (run.outcome === 'RUNNING') ? duration(Math.max(0, new Date(asOf) - new Date(run.at))) : brief(run.lasted);

const brief = (iso) => (iso && millis(iso) < 100) ? `${Math.round(millis(iso))} ms` : duration(iso);

const when = ({ at, until, times }, asOf) => [time(at, asOf, true), times > 1 && until && ` to ${time(until, asOf, true)}`];
