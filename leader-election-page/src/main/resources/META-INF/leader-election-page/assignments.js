// Partitions × instances: a row an instance, a cell a partition, and what this page saw of each.
import { count, duration, h, millis, name, render, time, visible } from './text.js';

// The sentences of Unowned.java.
const REASONS = {
	LIST_UNKNOWN: 'the leader does not know its partitions: declare it there, or look at its PartitionSource',
	WAITING: 'the leader waits for owners that another leader had, for at most leader-election.ownership.wait',
	NO_CAPACITY: 'no instance has capacity: set leader-election.assignments.%s.capacity above 0 on one',
	PINNED: 'its pin requires an instance that is not there, or has no capacity: start that instance, or unpin it',
	OTHER_DIVISION: 'partitions of another division are still owned: they end with their drain',
	ALL_REFUSE: 'all instances with capacity refuse it: their logs name the listener that failed or the work that runs',
	PENDING: 'the leader gives it next, unless it has more than instances can be told of: add instances then'
};
const STATES = { owned: 'owned', draining: 'draining, its work ends and none is admitted', given: 'given, not taken yet', unowned: 'nobody’s' };
const MOST_MOVES = 6;
const COLOURS = 12;
const order = new Intl.Collator('en', { numeric: true }).compare;
const key = (...parts) => visible(JSON.stringify(parts));

// What this page saw, by group and assignment: { began, leading, cells, came }.
const watched = new Map();
// The colour and letter of each instance: kept while the page is open.
const slots = new Map();
// The cell that Tab reaches, by group and assignment; and the opened one.
const current = new Map();
let opened = null;
let seen;
let again;

export function update(root, group, state, act) {
	if (state.asOf !== seen) {
		seen = state.asOf;
		Object.entries(state.parts).forEach(([each, parts]) => watch(each, parts.assignments));
	}
	const shown = state.parts[group]?.assignments;
	root.hidden = !Object.keys(shown?.assignments ?? {}).length;
	again = () => update(root, group, state, act);
	const focused = root.contains(document.activeElement) && document.activeElement.dataset;
	render(root, !root.hidden && [
		h('h2', null, 'Assignments'),
		!shown.leading && elsewhere(state.view.groups[group].leader),
		shown.waitingUntil && h('p', { class: 'warn' }, `This node leads anew: until ${time(shown.waitingUntil, state.asOf, true)} it gives nothing that a former owner may hold.`),
		Object.entries(shown.assignments).map(([of, { owned, plan }]) => assignment({ id: key(group, of), group, of, owned, plan, shown, state, act })),
		legend(shown.leading)]);
	// A cell in another row is another element.
	if (focused?.key && !root.contains(document.activeElement)) {
		element(focused.of, focused.key)?.focus();
	}
}

const element = (of, cell) => document.querySelector(`.cell[data-of="${CSS.escape(of)}"][data-key="${CSS.escape(cell)}"]`);

// Only the leader has the plan.
function elsewhere(leader) {
	const url = (leader && URL.canParse(leader.url ?? '')) ? new URL(location.pathname, leader.url) : null;
	return h('p', null, leader ? ['The leader has the plan. Open the page of ', /^https?:$/.test(url?.protocol) ? h('a', { href: url }, name(leader.id)) : name(leader.id), '.']
		: 'No leader is known, and so no plan.', ' Below is what this node owns.');
}

// --- what the page sees from state to state

function watch(group, shown) {
	for (const [of, { owned, plan }] of Object.entries(shown?.assignments ?? {})) {
		const id = key(group, of);
		const at = Date.parse(shown.asOf);
		const first = watched.get(id)?.leading !== shown.leading;
		const book = first ? { began: at, leading: shown.leading, cells: new Map(), came: {} } : watched.get(id);
		watched.set(id, book);
		book.came = Object.fromEntries(Object.keys(plan?.capacity ?? {}).map((instance) => [instance, book.came[instance] ?? (first ? 0 : at)]));
		book.cells = new Map(cellsOf(owned, plan, shown.node).map((cell) => [cell.key, note(book, cell, first ? null : at, plan)]));
	}
}

// Since when a partition is as it is, and its moves, newest first.
function note(book, cell, at, plan) {
	const { owner, state } = cell;
	const known = book.cells.get(cell.key) ?? { owner, state, last: owner, since: at, changed: at, moves: [] };
	if (known.owner === owner) {
		return (known.state === state) ? known : { ...known, state, changed: at };
	}
	const next = { ...known, owner, state, since: at, changed: at };
	if (known.owner !== null) {
		next.lost = at;
		next.left = !(known.owner in book.came) ? [known.owner, ' is no longer there'] : (known.state === 'draining') ? [known.owner, ' gave it up'] : null;
	}
	if (owner !== null) {
		const why = (plan.pins[cell.partition] === owner) ? [owner, ' has its pin'] : (at - book.came[owner] < 60_000) ? [owner, ' came'] : null;
		next.last = owner;
		next.moves = [{ at, from: known.last, to: owner, gap: (known.owner === null && known.lost) ? at - known.lost : 0, why: [next.left, why].filter(Boolean) },
			...known.moves].slice(0, MOST_MOVES);
	}
	return next;
}

// Names may be hidden, and are all the same then: the key counts them.
function cellsOf(owned, plan, self) {
	const counts = {};
	const tokens = Object.fromEntries(owned.map(({ partition, token }) => [partition, token]));
	const moving = {};
	plan?.moving.forEach(({ partition, node, draining }) => (moving[key(partition, node)] ??= []).push(draining ? 'draining' : 'given'));
	const cell = (partition, owner, state, reason) => {
		const number = counts[partition] = (counts[partition] ?? 0) + 1;
		return { key: key(partition, number), partition, owner, state, reason, pin: plan?.pins[partition], required: plan?.required.includes(partition),
			token: (owner === self) && tokens[partition] };
	};
	return (plan ? [...Object.entries(plan.owners).flatMap(([owner, all]) => all.map((partition) => cell(partition, owner, moving[key(partition, owner)]?.shift() ?? 'owned'))),
		...Object.entries(plan.unowned).flatMap(([reason, all]) => all.map((partition) => cell(partition, null, 'unowned', reason)))]
			: owned.map(({ partition, draining }) => cell(partition, self, draining ? 'draining' : 'owned'))).sort((a, b) => order(a.partition, b.partition));
}

// --- an assignment

function slot(instance) {
	slots.has(instance) || slots.set(instance, slots.size);
	return slots.get(instance);
}

const badge = (instance) => h('span', { class: 'badge', 'data-slot': slot(instance) % COLOURS, 'aria-hidden': 'true' },
	String.fromCharCode(65 + slot(instance) % 26), Math.floor(slot(instance) / 26) || '');

const reason = (why, of) => `${REASONS[why] ?? why}.`.replace('%s', of).replace(/^./, (first) => first.toUpperCase());

function assignment(context) {
	const { id, of, owned, plan, shown } = context;
	const cells = cellsOf(owned, plan, shown.node);
	const instances = [...new Set([...Object.keys(plan?.capacity ?? { [shown.node]: 1 }), ...Object.keys(plan?.owners ?? {})])].sort(order);
	instances.forEach(slot);
	const size = cells.every((cell) => /^p\d+$/.test(cell.partition)) ? ((cells.length > 160) ? 'small' : 'numbered') : (cells.length > 60) ? 'small' : 'named';
	const chosen = cells.find((cell) => key(id, cell.key) === opened);
	const stop = (cells.find((cell) => cell.key === current.get(id)) ?? cells[0])?.key;
	const row = (each, head, below, own) => h('div', { class: 'instance', role: 'row', 'data-key': each },
		h('div', { role: 'rowheader' }, head, h('div', { class: 'quiet' }, below)),
		h('div', { class: 'cells', role: 'presentation' }, own.length ? own.map((cell) => h('span', { 'data-key': cell.key, 'data-of': id, role: 'gridcell', tabindex: (cell.key === stop) ? 0 : -1,
			class: `cell ${cell.state} ${cell.pin ? (cell.required ? 'required' : 'pinned') : ''}`, 'data-slot': cell.owner && slot(cell.owner) % COLOURS,
			'aria-label': words(cell), 'aria-selected': String(cell === chosen), title: words(cell) },
		(size === 'numbered') ? cell.partition.slice(1) : (size === 'named') && name(cell.partition))) : h('span', { role: 'gridcell', class: 'quiet' }, 'none')));
	return h('div', { class: 'assignment', 'data-key': id },
		h('h3', null, name(of)),
		h('p', null, headline(cells, plan)),
		h('div', { class: `grid ${size}`, role: 'grid', 'aria-label': `Partitions of ${of} by instance`, onkeydown: (event) => move(event, context),
			onclick: (event) => open(event.target.closest('[data-of]'), context) },
		Object.keys(plan?.unowned ?? {}).map((why) => row(why, h('strong', { class: 'bad' }, `✕ Nobody: ${plan.unowned[why].length || 'all'}`),
			reason(why, of), cells.filter((cell) => cell.reason === why))),
		instances.map((instance) => {
			const own = cells.filter((cell) => cell.owner === instance);
			return row(`i ${instance}`, [badge(instance), ' ', name(instance), (instance === shown.node) && ' (this node)'], share(instance, own.length, plan, shown), own);
		})),
		chosen && detail(chosen, instances, context));
}

function headline(cells, plan) {
	if (!plan) {
		return `${count(cells.length, 'partition')} here.`;
	}
	const many = (state, word) => [cells.filter((cell) => cell.state === state).length, word];
	return [`${count(plan.partitions ?? cells.length, 'partition')} on ${count(Object.keys(plan.capacity).length, 'instance')}`,
		[many('draining', 'draining'), many('given', 'not taken yet'), many('unowned', 'nobody’s')].filter(([number]) => number).map(([number, word]) => `, ${number} ${word}`),
		`. Skew ${+plan.skew.toFixed(2)}: `, h('span', { class: 'quiet' }, 'the most less the fewest of an instance for each unit of capacity.')];
}

function share(instance, number, plan, shown) {
	const starts = shown.workers?.filter((worker) => worker.id === instance) ?? [];
	return [`${number}`, plan && ` of capacity ${plan.capacity[instance] ?? 0}`, (starts.length > 1) && `, ${starts.length} starts`,
		starts.filter((worker) => millis(worker.lastPing) > 1500).map((worker) => `, silent for ${duration(worker.lastPing)}, keeps them for ${duration(worker.promiseLeft)}`)];
}

const words = ({ partition, owner, state, pin, required }) => [partition, owner, STATES[state], pin && `${required ? 'required on' : 'pinned to'} ${pin}`].filter(Boolean).join(', ');

const legend = (leading) => h('p', { class: 'legend quiet' }, [['draining', 'draining'], ...(leading ? [['given', 'not taken yet'], ['pinned', 'pinned'], ['required', 'required'], ['unowned', 'nobody’s']] : [])]
	.map(([kind, word]) => h('span', null, h('span', { class: `cell ${kind}`, 'data-slot': (kind === 'unowned') ? null : 0 }), ` ${word}`)), h('span', null, 'Arrows move, Enter opens.'));

// --- by keyboard

function move(event, context) {
	const cell = event.target.closest('[data-of]');
	const all = [...event.currentTarget.querySelectorAll('[data-of]')];
	const at = all.indexOf(cell);
	const to = { ArrowRight: () => all[at + 1], ArrowLeft: () => all[at - 1], ArrowDown: () => beside(all, cell, 1), ArrowUp: () => beside(all, cell, -1),
		Home: () => all[0], End: () => all.at(-1), Enter: () => open(cell, context), ' ': () => open(cell, context) }[event.key];
	if (cell && to) {
		event.preventDefault();
		const target = to();
		if (target) {
			current.set(context.id, target.dataset.key);
			again();
			target.focus();
		}
	}
}

// The nearest cell in the next line, as seen.
function beside(all, cell, way) {
	const from = cell.getBoundingClientRect();
	const far = ([, { left, top }]) => Math.abs(left - from.left) + 1000 * Math.abs(top - from.top);
	return all.map((each) => [each, each.getBoundingClientRect()]).filter(([, { top }]) => (top - from.top) * way > 2).sort((a, b) => far(a) - far(b))[0]?.[0];
}

function open(cell, { id }) {
	if (cell) {
		current.set(id, cell.dataset.key);
		opened = key(id, cell.dataset.key);
		again();
		document.getElementById('partition').focus();
	}
}

// --- the opened partition

function detail(cell, instances, context) {
	const { id, of, shown, state, act } = context;
	const book = watched.get(id);
	const known = book.cells.get(cell.key);
	const clock = (at) => time(at, state.asOf, true);
	const since = (at) => at ? `, since ${clock(at)}` : `, before this page watched (${clock(book.began)})`;
	const item = (term, ...said) => h('div', null, h('dt', null, term), h('dd', null, said));
	const moves = known.moves.map(({ at, from, to, gap, why }) => [clock(at), ': ', name(from ?? 'nobody'), ' → ', name(to), (gap > 0) && `, ${duration(gap)} without an owner`,
		why.map(([who, text]) => ['; ', name(who), text])]);
	const close = () => {
		opened = null;
		again();
		element(id, cell.key)?.focus();
	};
	return h('section', { class: 'detail', 'data-key': 'detail', 'aria-labelledby': 'partition', onkeydown: (event) => (event.key === 'Escape') && close() },
		h('h4', { id: 'partition', tabindex: -1 }, name(cell.partition), ' of ', name(of)),
		h('dl', null,
			item('Owner', cell.owner ? [badge(cell.owner), ' ', name(cell.owner), since(known.since)] : h('strong', { class: 'bad' }, 'nobody', since(known.since))),
			item('State', cell.reason ? reason(cell.reason, of) : [STATES[cell.state], (cell.state !== 'owned') && since(known.changed)]),
			item('Token', cell.token || 'only its owner’s page knows it'),
			cell.pin && item('Pin', cell.required ? 'required on ' : 'pinned to ', name(cell.pin)),
			item('Last move', moves[0] ?? `none since this page watches (${clock(book.began)})`),
			(moves.length > 1) && item('Before', h('ol', null, moves.slice(1).map((each) => h('li', null, each))))),
		h('p', { class: 'buttons' }, act.may(state) && actions(cell, instances, context),
			h('button', { type: 'button', 'data-key': 'close', onclick: close }, 'Close'),
			!shown.leading && h('span', { class: 'quiet' }, 'Moves and pins are made at the leader.')));
}

function actions(cell, instances, { group, of, plan, shown, act }) {
	const able = instances.filter((instance) => plan?.capacity[instance] > 0);
	const others = able.filter((instance) => instance !== cell.owner);
	const kept = 'This node alone knows of the pin, until it restarts.';
	const ask = (action, confirm, text, options) => h('button', { type: 'button', 'data-key': action, onclick: () => act.ask({ title: [confirm, ' ', name(cell.partition), ' of ', name(of), '?'],
		text, confirm, path: [group, 'assignments'], body: { action, assignment: of, partition: cell.partition }, choice: options && { label: 'Instance', options } }) }, `${confirm} …`);
	return [plan && [
		others.length > 0 && ask('move', 'Move', `It is pinned to the instance, and moves there once its running work has ended. ${kept}`, others),
		able.length > 0 && ask('pin', 'Pin', `It belongs to the instance while that is there. ${kept}`, able),
		able.length > 0 && ask('require', 'Require', `It belongs to the instance alone, and to nobody while that is not there. ${kept}`, able),
		cell.pin && ask('unpin', 'Unpin', 'It goes where the plan wants it, and may move.')],
	(cell.owner === shown.node) && ask('release', 'Release', 'This node drains it. Then it goes to an instance that does not refuse it.')];
}
