// What runs now on this node, and the last runs of each method.
import { count, duration, h, millis, name, render, time } from './text.js';

// The mark says the same without colour.
const OUTCOMES = {
	RUNNING: ['running', '▸'],
	RAN: ['ran', '✓'],
	FAILED: ['failed', '✕'],
	SKIPPED: ['skipped', '–'],
	REFUSED: ['refused', '⊘'],
	FELL_BACK: ['fallback ran', '↩']
};

export function update(root, group, state) {
	const { workInFlight: work, runs } = state.view.groups[group];
	render(root,
		h('h2', null, 'Work'),
		h('p', { class: 'lead' }, summary(work)),
		(work.longest.length > 0) && running(work),
		(work.count > 0 && work.longest.length === 0) && hidden('The names of what runs'),
		(work.outlived > work.outliving) && h('p', { class: 'quiet' },
			`${count(work.outlived, 'piece')} outlived a leadership since the start of this node.`),
		h('h3', null, 'Last runs'),
		last(runs, state));
}

function summary(work) {
	if (work.count === 0) {
		return 'No leader-only work runs on this node now.';
	}
	return [`${count(work.count, 'piece')} of leader-only work ${(work.count === 1) ? 'runs' : 'run'} on this node, the oldest for ${duration(work.oldest)}`,
		(work.outliving > 0) ? [', ', h('strong', { class: 'bad' }, `${count(work.outliving, 'piece')} without a leadership`), ': another node may lead meanwhile.'] : '.'];
}

const hidden = (what) => h('p', { class: 'quiet' }, `${what} are shown with details alone: `,
	h('code', null, 'management.endpoint.leader.show-details'), '.');

export const table = (label, heads, ...bodies) => h('div', { class: 'scroll', role: 'region', 'aria-label': label, tabindex: 0 },
	h('table', null, h('thead', null, h('tr', null, heads.map((head) => h('th', { scope: 'col' }, head)))), bodies));

function running(work) {
	const more = work.count - work.longest.length;
	return [table('Work that runs now', ['Work', 'Runs for', 'Leadership', 'State'],
		h('tbody', null, work.longest.map((piece) => h('tr', { class: piece.outliving && 'bad' },
			h('th', { scope: 'row' }, name(piece.name)),
			h('td', { class: 'number' }, duration(piece.runningFor)),
			h('td', { class: 'number' }, `token ${piece.fencingToken}`),
			h('td', null, piece.outliving ? h('strong', null, '✕ outlives its leadership') : 'runs')))
		)), (more > 0) && h('p', { class: 'quiet' }, `And ${count(more, 'shorter piece')}.`)];
}

function last(runs, state) {
	if (!runs?.length) {
		return (state.leader !== null && !state.traces) ? hidden('The methods and their runs')
				: h('p', { class: 'quiet' }, 'No leader-only method was called on this node since its start.');
	}
	return [h('p', { class: 'quiet' }, 'The runs on ', name(state.view.node), ' since its start, newest first. Other members show theirs.'),
		runs.map((each) => method(each, state.asOf))];
}

// One line a method, and its runs below when it is opened.
function method({ method: of, runs }, asOf) {
	const [latest] = runs;
	return h('details', { class: 'method', 'data-key': `m ${of}` },
		h('summary', null,
			h('span', { class: 'of' }, name(of)),
			h('span', { class: 'how' }, outcome(latest), ' ', length(latest, asOf) && `for ${length(latest, asOf)}`),
			h('span', { class: 'when' }, when(latest, asOf)),
			h('span', { class: 'strip', 'aria-hidden': 'true' }, [...runs].reverse().map((run) =>
				h('span', { class: `mark ${run.outcome}` }, OUTCOMES[run.outcome]?.[1] ?? '?')))),
		table(`Runs of ${of}`, ['When', 'How long', 'Outcome', 'Leadership'],
			h('tbody', null, runs.map((run) => h('tr', null,
				h('th', { scope: 'row' }, when(run, asOf)),
				h('td', { class: 'number' }, length(run, asOf)),
				h('td', null, outcome(run)),
				h('td', { class: 'number' }, (run.fencingToken === null) ? 'none' : `token ${run.fencingToken}`))))));
}

function outcome({ outcome: of, times }) {
	const [word, mark] = OUTCOMES[of] ?? [of, '?'];
	return h('span', { class: `outcome ${of}` }, h('span', { class: `mark ${of}`, 'aria-hidden': 'true' }, mark), ' ', word,
		(times > 1) && ` ×${times}`);
}

// How long it took, or takes so far.
const length = (run, asOf) => (run.outcome === 'RUNNING') ? duration(Math.max(0, new Date(asOf) - new Date(run.at)))
		: brief(run.lasted);

// Milliseconds matter to a method that takes few of them.
const brief = (iso) => (millis(iso) !== null && millis(iso) < 100) ? `${Math.round(millis(iso))} ms` : duration(iso);

const when = (run, asOf) => (run.times > 1 && run.until) ? `${time(run.at, asOf, true)} to ${time(run.until, asOf, true)}`
		: time(run.at, asOf, true);
