// What runs now on this node, and the last runs of each method.
import { count, duration, h, millis, name, render, table, time } from './text.js';

// A mark beside each word: colour alone says nothing.
const OUTCOMES = { RUNNING: '… running', RAN: '✓ ran', FAILED: '✕ failed', SKIPPED: '– skipped', REFUSED: '⊘ refused', FELL_BACK: '↩ fallback ran' };

export function update(root, group, state) {
	const { workInFlight: work, runs } = state.view.groups[group];
	render(root,
		h('h2', 'Work'),
		h('p', work.count ? [`${count(work.count, 'piece')} of leader-only work on this node, the oldest for ${duration(work.oldest)}`,
			work.outliving > 0 && [', ', h('strong.bad', `${work.outliving} without a leadership`)], '.'] : 'No leader-only work runs on this node now.'),
		work.longest.length > 0 && table('The longest that run now', ['Work', 'State', 'Runs for', 'Leadership'], work.longest.map((piece) => [null, h('span', { title: piece.name }, name(plain(piece.name))), piece.outliving ? h('strong.bad', '✕ outlives its leadership') : 'runs', brief(piece.runningFor), `token ${piece.fencingToken}`])),
		work.count > 0 && !work.longest.length && h('p.quiet', HIDDEN),
		h('h3', 'Last runs'),
		h('p.quiet', runs?.length ? ['Runs on ', name(state.view.node), ' since its start, newest first.']
			: (state.leader && !state.traces) ? HIDDEN : 'No leader-only method was called since the start.'),
		runs?.map((each) => method(each, state.asOf)));
}

export const HIDDEN = 'Hidden: set management.endpoint.leader.show-details.';

// A line a method; opened, its runs.
const method = ({ method: of, runs }, asOf) => h('details.method', { key: of },
	h('summary', h('span.of', { title: of }, name(plain(of))), h('span', outcome(runs[0]), lasted(runs[0], asOf) && `, ${lasted(runs[0], asOf)}`), h('span', when(runs[0], asOf)),
		h('span', { 'aria-hidden': 'true' }, runs.map((run) => h('span', { class: run.outcome }, OUTCOMES[run.outcome]?.[0] ?? '?', ' ')).reverse())),
	table(`Runs of ${of}`, ['When', 'How long', 'Outcome', 'Leadership'], runs.map((run) => [null, when(run, asOf), lasted(run, asOf), outcome(run),
		run.fencingToken ? `token ${run.fencingToken}` : 'none'])));

const outcome = ({ outcome: of, times }) => h('span', { class: of }, OUTCOMES[of] ?? of, times > 1 && ` ×${times}`);

// Without the package.
const plain = (method) => method.replace(/^([a-z_]\w*\.)+(?=[A-Z])/, '');

// A run that lasts still has lasted until now.
const lasted = (run, asOf) => (run.outcome === 'RUNNING') ? duration(Math.max(0, new Date(asOf) - new Date(run.at))) : brief(run.lasted);

const brief = (iso) => (iso && millis(iso) < 100) ? `${Math.round(millis(iso))} ms` : duration(iso);

const when = ({ at, until, times }, asOf) => [time(at, asOf, true), times > 1 && until && ` to ${time(until, asOf, true)}`];
