// Partitions × instances: a row an instance, a cell a partition, and what this page saw of each.
import { button, count, duration, h, name, order, render, terms, time, visible } from './text.js';

// By the names of Unowned.java.
const REASONS = {
	LIST_UNKNOWN: 'The leader has no list of partitions: declare it there, or look at its PartitionSource.',
	WAITING: 'The leader waits for former owners, for at most leader-election.ownership.wait.',
	NO_CAPACITY: 'No instance has capacity: set leader-election.assignments.*.capacity above 0 on one.',
	PINNED: 'Its pin requires an instance that is away, or has no capacity: start that, or unpin it.',
	OTHER_DIVISION: 'Partitions of another division end first, with their drain.',
	ALL_REFUSE: 'All instances refuse it: their logs name the listener that failed or the work that runs.',
	PENDING: 'The leader gives it next; if it stays, add instances.'
};
const STATES = { owned: 'owned', draining: 'draining', given: 'not taken yet', unowned: 'nobody’s', pinned: 'pinned', required: 'required' };
const key = (...parts) => visible(JSON.stringify(parts));

// By group and assignment: what this page saw, { began, leading, cells, came }, and the cell that Tab reaches.
const [watched, current] = [new Map(), new Map()];
// Letters and colours of instances, kept while the page is open.
const slots = new Map();
let opened, seen, again;

export function update(root, group, state, act) {
	if (state.asOf !== seen) {
		seen = state.asOf;
		Object.entries(state.parts).forEach(([each, parts]) => watch(each, parts.assignments));
	}
	const shown = state.parts[group]?.assignments;
	const { leader, members } = state.view.groups[group];
	const all = Object.entries(shown?.assignments ?? {});
	again = () => update(root, group, state, act);
	[shown?.node, ...members.map(({ id }) => id)].sort(order).forEach(slot);
	const focused = root.contains(document.activeElement) && document.activeElement.dataset;
	render(root, all.length > 0 && [
		h('h2', 'Assignments'),
		!shown.leading && h('p', leader ? ['The leader has the plan: open the page of ', name(leader.id)] : 'No leader is known, and so no plan', '. Below is what this node owns.'),
		all.map(([of, parts]) => assignment({ ...parts, id: key(group, of), group, of, shown, state, act })),
		h('p.legend', Object.entries(STATES).slice(1).map(([kind, word]) => h('span', h('span', { class: `cell ${kind}`, style: hue(0) }), ` ${word}`)), 'Arrows move, Enter opens.')]);
	// A cell in another row is another element.
	if (focused?.of && !root.contains(document.activeElement)) {
		focus(focused.of, focused.key);
	}
}

const focus = (of, cell) => document.querySelector(`[data-of="${CSS.escape(of)}"][data-key="${CSS.escape(cell)}"]`)?.focus();

function watch(group, shown) {
	for (const [of, { owned, plan }] of Object.entries(shown?.assignments ?? {})) {
		const id = key(group, of);
		const at = Date.parse(shown.asOf);
		const first = watched.get(id)?.leading !== shown.leading;
		const { began, cells, came } = first ? { began: at, cells: new Map(), came: {} } : watched.get(id);
		const book = { began, leading: shown.leading, cells, came: Object.fromEntries(Object.keys(plan?.capacity ?? {}).map((each) => [each, came[each] ?? (first ? 0 : at)])) };
		watched.set(id, { ...book, cells: new Map(cellsOf(owned, plan, shown.node).map((cell) => [cell.key, note(book, cell, first ? null : at)])) });
	}
}

// Since when a partition is as it is, and its last move.
function note({ cells, came }, { key: id, owner, state, pin }, at) {
	const was = cells.get(id) ?? { owner, state, last: owner, since: at };
	if (was.owner === owner && was.state === state) {
		return was;
	}
	const now = { ...was, owner, state, since: at };
	if (was.owner === owner) {
		return now;
	}
	if (was.owner) {
		now.lost = at;
		now.left = !(was.owner in came) ? [was.owner, ' is no longer there'] : (was.state === 'draining') && [was.owner, ' gave it up'];
	}
	if (owner) {
		now.last = owner;
		now.move = { at, from: was.last, gap: at - (now.lost ?? at), why: [now.left, (pin === owner) ? [owner, ' has its pin'] : (at - came[owner] < 60_000) && [owner, ' came']] };
	}
	return now;
}

// Hidden names are all the same: the key counts them.
function cellsOf(owned, plan, self) {
	const counts = new Map();
	const moving = {};
	plan?.moving.forEach(({ partition, node, draining }) => (moving[key(partition, node)] ??= []).push(draining ? 'draining' : 'given'));
	const cell = (partition, owner, state, reason) => {
		counts.set(partition, (counts.get(partition) ?? 0) + 1);
		return { key: key(partition, counts.get(partition)), partition, owner, state, reason, pin: plan && Object.hasOwn(plan.pins, partition) && plan.pins[partition], required: plan?.required.includes(partition) };
	};
	const cells = plan ? [...Object.entries(plan.owners).flatMap(([owner, all]) => all.map((each) => cell(each, owner, moving[key(each, owner)]?.shift() ?? 'owned'))),
		...Object.entries(plan.unowned).flatMap(([reason, all]) => all.map((each) => cell(each, null, 'unowned', reason)))]
		: owned.map((each) => cell(each.partition, self, each.draining ? 'draining' : 'owned'));
	return cells.sort((a, b) => order(a.partition, b.partition));
}

const slot = (instance) => (slots.has(instance) ? slots : slots.set(instance, slots.size)).get(instance);

// Never the red of what has no owner.
const hue = (number) => ({ '--hue': 60 + (190 + number * 179) % 290 });

const badge = (instance) => [h('span.badge', { style: hue(slot(instance)), 'aria-hidden': 'true' }, String.fromCharCode(65 + slot(instance) % 26)), ' ', name(instance)];

function assignment(context) {
	const { id, of, owned, plan, shown } = context;
	const cells = cellsOf(owned, plan, shown.node);
	const instances = Object.keys(plan ? { ...plan.capacity, ...plan.owners } : { [shown.node]: 1 }).sort(order);
	instances.forEach(slot);
	const numbered = cells.every((cell) => /^p\d+$/.test(cell.partition));
	const small = cells.length > (numbered ? 160 : 60);
	const chosen = cells.find((cell) => key(id, cell.key) === opened);
	const stop = (cells.find((cell) => cell.key === current.get(id)) ?? cells[0])?.key;
	const row = (each, head, below, own) => h('div.instance', { role: 'row', key: each },
		h('div', { role: 'rowheader' }, head, h('div.quiet', count(own.length, 'partition'), below)),
		h('div.cells', own.map((cell) => h('span', { key: cell.key, 'data-of': id, role: 'gridcell', tabindex: (cell.key === stop) ? 0 : -1,
			class: `cell ${cell.state} ${cell.pin ? (cell.required ? 'required' : 'pinned') : ''}`, style: cell.owner ? hue(slot(cell.owner)) : {},
			'aria-label': words(cell), 'aria-selected': String(cell === chosen), title: words(cell) },
		!small && (numbered ? cell.partition.slice(1) : name(cell.partition)))), !own.length && h('span.quiet', { role: 'gridcell' }, 'none')));
	return h('div', { key: id },
		h('h3', name(of)),
		plan && plan.partitions !== null && h('p', headline(cells, plan)),
		h('div', { class: small && 'small', role: 'grid', 'aria-label': `Partitions of ${of} by instance`, onkeydown: (event) => move(event, context), onclick: (event) => open(event.target.closest('[data-of]'), context) },
			Object.keys(plan?.unowned ?? {}).map((why) => row(why, h('strong.bad', '✕ Nobody'), `: ${REASONS[why] ?? why}`, cells.filter((cell) => cell.reason === why))),
			instances.map((instance) => row(`i ${instance}`, [badge(instance), instance === shown.node && ' (this node)'], plan && `, capacity ${plan.capacity[instance] ?? 0}`,
				cells.filter((cell) => cell.owner === instance)))),
		chosen && detail(chosen, instances, context));
}

const headline = (cells, plan) => [`${count(plan.partitions, 'partition')} on ${count(Object.keys(plan.capacity).length, 'instance')}`,
	['draining', 'given', 'unowned'].map((state) => [cells.filter((cell) => cell.state === state).length, STATES[state]]).map(([number, word]) => number > 0 && `, ${number} ${word}`),
	`. Skew: ${+plan.skew.toFixed(2)} for each unit of capacity.`];

const pin = (cell) => cell.pin && `${cell.required ? 'required on' : 'pinned to'} ${cell.pin}`;

const words = (cell) => [cell.partition, cell.owner, STATES[cell.state], pin(cell)].filter(Boolean).join(', ');

function move(event, context) {
	const cell = event.target.closest('[data-of]');
	const all = [...event.currentTarget.querySelectorAll('[data-of]')];
	const at = all.indexOf(cell);
	const to = { ArrowRight: all[at + 1], ArrowLeft: all[at - 1], ArrowDown: beside(all, cell, 1), ArrowUp: beside(all, cell, -1), Home: all[0], End: all.at(-1), Enter: cell, ' ': cell }[event.key];
	if (!to) {
		return;
	}
	event.preventDefault();
	if (to === cell) {
		open(cell, context);
		return;
	}
	current.set(context.id, to.dataset.key);
	again();
	to.focus();
}

// The nearest cell in the next line, as seen.
function beside(all, { offsetLeft: left, offsetTop: top }, way) {
	const far = (each) => Math.abs(each.offsetLeft - left) + 1000 * Math.abs(each.offsetTop - top);
	return all.filter((each) => (each.offsetTop - top) * way > 2).sort((a, b) => far(a) - far(b))[0];
}

function open(cell, { id }) {
	if (cell) {
		opened = key(id, cell.dataset.key);
		again();
		document.getElementById('partition').focus();
	}
}

function detail(cell, instances, context) {
	const { id, of, shown, owned, state } = context;
	const { began, cells } = watched.get(id);
	const known = cells.get(cell.key);
	const token = cell.owner === shown.node && owned.find((each) => each.partition === cell.partition)?.token;
	const clock = (at) => time(at, state.asOf, true);
	const close = () => {
		opened = null;
		again();
		focus(id, cell.key);
	};
	return h('section.entry', { 'aria-labelledby': 'partition', onkeydown: (event) => void (event.key === 'Escape' && close()) },
		h('h4', { id: 'partition', tabindex: -1 }, name(cell.partition), ' of ', name(of)),
		terms([
			['Owner', cell.owner ? badge(cell.owner) : h('strong.bad', 'nobody')],
			['State', REASONS[cell.reason] ?? STATES[cell.state]],
			['Since', [clock(known.since ?? began), !known.since && ' or earlier']],
			['Token', token],
			['Pin', cell.pin && name(pin(cell))],
			['Last move', known.move ? [`${clock(known.move.at)}: `, name(known.move.from ?? 'nobody'), ' → ', name(known.last), known.move.gap > 0 && `, ${duration(known.move.gap)} without an owner`,
				known.move.why.map((why) => why && [', ', name(why[0]), why[1]])] : `none seen since ${clock(began)}`]]),
		h('p.buttons', context.act.may(state) && actions(cell, instances, context), button('Close', close)));
}

function actions(cell, instances, { group, of, plan, shown, act }) {
	const able = instances.filter((instance) => plan?.capacity[instance] > 0);
	const ask = (verb, text, options) => (options?.length !== 0) && act.request(verb, [' ', name(cell.partition), ' of ', name(of)], text, [group, 'assignments'],
		{ assignment: of, partition: cell.partition }, options && { label: 'Instance', options });
	return [plan && [ask('Move', 'It is pinned to the instance, and moves there once its running work has ended.', able.filter((instance) => instance !== cell.owner)),
		ask('Pin', 'It belongs to the instance while that is there.', able),
		ask('Require', 'It belongs to the instance alone, and to nobody while that is not there.', able),
		cell.pin && ask('Unpin', 'It goes where the plan wants it, and may move.')],
	(cell.owner === shown.node) && ask('Release', 'This node drains it, then another instance may have it.')];
}
