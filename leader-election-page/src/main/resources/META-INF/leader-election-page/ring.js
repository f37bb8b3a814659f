// The ring: members on a circle, links as both ends see them, the lease as an arc; or a store in the middle.
import { count, duration, h, millis, name, names, render, short, svg, visible } from './text.js';

/*
 * Draws a model. The model is plain data, so that a replay draws with it, too:
 * {
 *   label: 'text that says the same',
 *   nodes: [{ id, self: bool, role: 'LEADER'|'CANDIDATE'|'FOLLOWER', state: 'UP'|'SUSPECTED'|'DOWN'|'UNKNOWN',
 *             witness: bool, note: 'second line' | null, lease: 0..1 | null }],
 *   links: [{ a: id, b: id, aHears: true|false|null, bHears: true|false|null }],   // null: not known
 *   store: { note: 'record 0.3 s old', away: bool } | null,   // with it each link is { a: id, b: null, aHears, bHears: null }
 *   observers: 0
 * }
 * The size follows the width of `svg` on the page; `svg` needs only to be there.
 */
export function drawRing(root, model) {
	const width = Math.max(280, Math.min(680, root.clientWidth || 560));
	const many = model.nodes.length;
	const radius = (many > 9) ? 12 : (many > 5) ? 15 : 20;
	const high = (many === 1) ? 190 : 270 + Math.max(0, many - 4) * 17;
	const room = Math.min(190, width * 0.27);
	const [rx, ry] = [Math.min(width / 2 - room - radius, high / 2 - 30), (many === 1 && !model.store) ? 0 : high / 2 - radius - 44];
	const places = new Map(model.nodes.map((node, i) => {
		const angle = -Math.PI / 2 + 2 * Math.PI * i / many;
		return [node.id, { x: width / 2 + rx * Math.cos(angle), y: high / 2 + ry * Math.sin(angle), cos: Math.cos(angle), sin: Math.sin(angle) }];
	}));
	places.set(null, { x: width / 2, y: high / 2 });
	root.setAttribute('viewBox', `0 0 ${width} ${high}`);
	root.setAttribute('height', high);
	root.setAttribute('role', 'img');
	root.setAttribute('aria-label', visible(model.label));
	render(root,
		model.links.map((link) => edge(link, places, radius, model.nodes.length > 7)),
		model.store && storeShape(model.store, places.get(null)),
		model.nodes.map((node) => member(node, places.get(node.id), radius, { width, room, rx })));
}

// Two half edges. The half at x says whether x hears the other one: a line, nothing but a bar, or dots if nobody knows.
function edge({ a, b, aHears, bHears }, places, radius, faint) {
	const [from, to] = [places.get(a), places.get(b)];
	if (!from || !to) {
		return null;
	}
	const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
	return svg('g', { 'data-key': `${a} ${b}`, class: faint ? 'edge faint' : 'edge' }, half(from, middle, aHears, radius),
		half(to, middle, bHears, (b === null) ? 26 : radius));
}

function half(from, middle, hears, radius) {
	const length = Math.hypot(middle.x - from.x, middle.y - from.y) || 1;
	const [dx, dy] = [(middle.x - from.x) / length, (middle.y - from.y) / length];
	const at = (distance) => ({ x: from.x + dx * distance, y: from.y + dy * distance });
	const start = at(Math.min(length, radius + 4));
	const line = svg('line', { class: (hears === null) ? 'unknown' : hears ? 'hears' : 'deaf', x1: start.x, y1: start.y, x2: middle.x, y2: middle.y });
	if (hears !== false) {
		return line;
	}
	const bar = at(Math.min(length * 0.8, radius + 16));
	const cross = (turn) => svg('line', { class: 'bar', x1: bar.x - (dx * turn - dy) * 6, y1: bar.y - (dy * turn + dx) * 6,
		x2: bar.x + (dx * turn - dy) * 6, y2: bar.y + (dy * turn + dx) * 6 });
	return [line, cross(1), cross(-1)];
}

function storeShape(store, { x, y }) {
	return svg('g', { class: store.away ? 'store away' : 'store', 'data-key': 'store' },
		svg('path', { d: `M${x - 22} ${y - 14}v28a22 7 0 0 0 44 0v-28` }),
		svg('ellipse', { cx: x, cy: y - 14, rx: 22, ry: 7 }),
		svg('text', { x, y: y + 8, 'text-anchor': 'middle', class: 'id' }, 'store'),
		svg('text', { x, y: y + 38, 'text-anchor': 'middle', class: 'note' }, store.note));
}

function member(node, { x, y, cos, sin }, radius, { width, room }) {
	const middle = Math.abs(cos) < 0.1;
	const side = Math.sign(cos);
	const far = radius + 11;
	const tx = middle ? x : x + side * far;
	const ty = !middle ? y : (sin < 0) ? y - far - 14 : y + far + 9;
	const space = middle ? Math.min(width - 20, 2 * room) : (side > 0) ? width - tx - 2 : tx - 2;
	const anchor = middle ? 'middle' : (side > 0) ? 'start' : 'end';
	const classes = ['member', node.role.toLowerCase(), node.state.toLowerCase(), node.self ? 'self' : ''].join(' ').trim();
	return svg('g', { class: classes, 'data-key': `m ${node.id}` },
		svg('title', null, node.id),
		node.lease !== null && node.lease !== undefined && lease(node.lease, x, y, radius + 6),
		node.witness ? svg('rect', { class: 'shape', x: x - radius * 0.9, y: y - radius * 0.9, width: radius * 1.8, height: radius * 1.8, rx: 2 })
				: svg('circle', { class: 'shape', cx: x, cy: y, r: radius }),
		mark(node, x, y, radius),
		svg('text', { x: tx, y: ty - 1, 'text-anchor': anchor, class: 'id' }, fit(node.id, space, 7.4)),
		svg('text', { x: tx, y: ty + 13, 'text-anchor': anchor, class: 'note' }, fit(node.note ?? '', space, 6.1)));
}

const fit = (text, space, wide) => short(text, Math.max(3, Math.floor(space / (/[\u1100-\uffff]/.test(text.replace(/[…⟨⟩]/g, '')) ? wide * 1.8 : wide))));

// Drawn from the top, as a clock: full is the whole lease.
function lease(left, x, y, radius) {
	const around = 2 * Math.PI * radius;
	return [svg('circle', { class: 'track', cx: x, cy: y, r: radius }),
		svg('circle', { class: 'lease', cx: x, cy: y, r: radius, transform: `rotate(-90 ${x} ${y})`, 'data-around': around,
			'stroke-dasharray': `${around * left} ${around}` })];
}

// A shape in addition to the colour.
function mark(node, x, y, radius) {
	const size = radius * 0.42;
	if (node.state === 'DOWN') {
		return svg('path', { class: 'mark', d: `M${x - size} ${y - size}L${x + size} ${y + size}M${x + size} ${y - size}L${x - size} ${y + size}` });
	}
	const sign = (node.role === 'LEADER') ? '★' : (node.role === 'CANDIDATE') ? '…' : (node.state === 'SUSPECTED' || node.state === 'UNKNOWN') ? '?' : '';
	return sign ? svg('text', { class: 'mark', x, y: y + radius * 0.33, 'text-anchor': 'middle', 'font-size': radius }, sign) : null;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

let beating = null;

// The section of a group: the drawing, the same in words, the members as a table.
export function update(root, group, state) {
	const shown = state.view.groups[group];
	const model = modelOf(shown, state.view);
	if (!root.querySelector('svg')) {
		root.append(h('h2', null), h('div', { class: 'picture' }, svg('svg')), h('div', { class: 'beside' }));
	}
	const [heading, picture, beside] = root.children;
	render(heading, shown.store ? 'The store and its lease' : 'Who hears whom');
	drawRing(picture.firstChild, model);
	render(beside, cuts(model), members(shown, model, state), facts(shown, state));
	beat(picture.firstChild, group, model, millis(shown.lease));
}

// What this node knows as a model of drawRing.
export function modelOf(shown, view) {
	const self = shown.node ?? view.node;
	const lease = millis(shown.lease);
	const leader = shown.leader?.id;
	const holder = shown.members.find((member) => member.id === leader);
	const left = (leader === self) ? millis(shown.leaseRemaining) : holder && lease && heardAgo(holder, lease);
	const nodes = [...shown.members, ...(shown.observer ? [] : [{ id: self, state: 'UP', self: true, witness: false, suspectedBy: [] }])]
		.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
		.map((member) => ({
			id: member.id,
			self: Boolean(member.self),
			role: (member.id === leader) ? 'LEADER' : (member.self && shown.role === 'CANDIDATE') ? 'CANDIDATE' : 'FOLLOWER',
			state: member.state,
			witness: Boolean(member.witness),
			note: note(member, member.id === leader, shown),
			lease: (member.id === leader && lease && left !== null && left !== undefined) ? Math.max(0, Math.min(1, left / lease)) : null
		}));
	const away = Boolean(shown.store) && (leader ? !shown.leader.direct : shown.problems.length > 0);
	const age = (leader === self) ? lease && left !== null && lease - left : holder && millis(holder.lastHeard);
	return {
		label: words(nodes, leader, shown),
		nodes,
		links: shown.store ? nodes.map((node) => ({ a: node.id, b: null, aHears: node.self ? !away : (node.id === leader && !away) ? true : null, bHears: null }))
			: links(nodes, shown, self),
		store: shown.store ? { note: away ? 'does not answer' : leader ? (typeof age === 'number') ? `record ${duration(age)} old` : 'holds a record' : 'nobody holds it', away } : null,
		observers: view.observers ?? 0
	};
}

const heardAgo = (member, lease) => member.lastHeard ? lease - millis(member.lastHeard) : null;

const STATES = { UP: 'up', SUSPECTED: 'suspected', DOWN: 'down', UNKNOWN: 'never heard' };

const note = (member, leads, shown) => [
	member.self && 'this node', leads && (shown.draining && member.self ? 'gives up' : 'leads'),
	member.self && shown.paused && 'paused', member.state !== 'UP' && STATES[member.state],
	member.witness && 'witness'
].filter(Boolean).join(' · ') || null;

const words = (nodes, leader, shown) => `${shown.store ? 'A store in the middle. ' : ''}${count(nodes.length, 'member')} on a circle: `
	+ nodes.map((node) => [node.id, node.note].filter(Boolean).join(', ')).join('; ');

// A member's own end is known by its link and its silence; of other pairs who suspects whom, by the leader alone that nobody does.
function links(nodes, shown, self) {
	const byId = new Map(shown.members.map((member) => [member.id, member]));
	const missesThis = shown.problems.some((problem) => / miss this node although it hears the leader/.test(problem));
	const hears = (x, y) => {
		if (x === self) {
			const { connected, suspected, state } = byId.get(y);
			return Boolean(connected && !suspected && state !== 'SUSPECTED' && state !== 'UNKNOWN');
		}
		if (y === self) {
			return (missesThis && x === shown.leader?.id) ? false : (shown.leading && byId.get(x).state === 'UP') ? true : null;
		}
		return byId.get(y).suspectedBy.includes(x) ? false
				: (shown.leading && byId.get(x).state === 'UP' && byId.get(x).connected) ? true : null;
	};
	return nodes.flatMap((a, i) => nodes.slice(i + 1)
		.map((b) => ({ a: a.id, b: b.id, aHears: hears(a.id, b.id), bHears: hears(b.id, a.id) })));
}

// Cuts in words, first those of one way.
export function cuts(model) {
	const both = model.links.filter((link) => link.aHears === false && link.bHears === false);
	const deaf = new Map();
	model.links.filter((link) => link.b !== null && !both.includes(link)).forEach(({ a, b, aHears, bHears }) => {
		const add = (x, y, back) => deaf.set(y, [...(deaf.get(y) ?? []), { x, back }]);
		if (aHears === false) {
			add(a, b, bHears);
		}
		if (bHears === false) {
			add(b, a, aHears);
		}
	});
	const state = new Map(model.nodes.map((node) => [node.id, node.state]));
	const lines = [...deaf].map(([y, each]) => {
		const oneWay = each.filter(({ back }) => back).map(({ x }) => x);
		const rest = each.filter(({ back }) => !back).map(({ x }) => x);
		return [
			oneWay.length > 0 && h('li', { class: 'one-way' }, h('strong', null, 'Cut one way: '), names(oneWay), verb(oneWay), name(y), ', but ', name(y), ' hears ', names(oneWay), '.'),
			rest.length > 0 && h('li', null, names(rest), verb(rest), name(y),
				(state.get(y) === 'DOWN' || state.get(y) === 'UNKNOWN') ? '.' : ['; whether ', name(y), ' hears ', (rest.length > 1) ? 'them' : name(rest[0]), ' is not known here.'])
		];
	});
	both.forEach(({ a, b }) => lines.push(h('li', null, names([a, b]), ' do not hear each other.')));
	return lines.length > 0 && h('ul', { class: 'cuts', 'data-key': 'cuts' }, lines);
}

const verb = (ids) => (ids.length > 1) ? ' do not hear ' : ' does not hear ';

function members(shown, model, state) {
	const byId = new Map(shown.members.map((member) => [member.id, member]));
	const self = { state: 'UP', suspectedBy: [] };
	const heard = (node, member) => node.self ? '' : member.lastHeard ? `${duration(member.lastHeard)} ago` : 'never';
	return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Members', 'data-key': 'members' }, h('table', null,
		h('caption', { class: 'unseen' }, 'Members as this node sees them'),
		h('thead', null, h('tr', null, ['Member', 'State', 'Last heard', 'Suspected by', 'Priority'].map((text) => h('th', { scope: 'col' }, text)))),
		h('tbody', null, model.nodes.map((node) => {
			const member = byId.get(node.id) ?? self;
			return h('tr', { 'data-key': node.id },
				h('th', { scope: 'row' }, name(node.id)),
				h('td', { class: `state ${node.state.toLowerCase()}` }, node.note ?? 'up'),
				h('td', null, heard(node, member)),
				h('td', null, names([...new Set([...(member.suspected ? [shown.node ?? state.view.node] : []), ...member.suspectedBy])]),
					member.observers > 0 && ` (verdict of ${member.observers})`),
				h('td', null, member.priority ?? ''));
		}))));
}

const PROMISES = { S1: 'one leader a term', S2: 'one lease at a time', S3: 'rising tokens', S4: 'one vote a term', L1: 'a leader in time', L2: 'a leader that stays' };

function facts(shown, state) {
	const rows = [
		['Election', shown.store ? (shown.store.description ?? 'a lease in a store') : shown.algorithm],
		['Term', shown.term],
		shown.leading && ['Fencing token', shown.fencingToken],
		shown.lease && ['Lease', shown.leading ? `${duration(shown.leaseRemaining)} of ${duration(shown.lease)} left` : duration(shown.lease)],
		shown.quorum && ['Quorum', `${shown.quorum.reachable} reachable, ${shown.quorum.required} needed`],
		['This node votes', shown.store ? null : shown.voting],
		(state.view.observers > 0) && ['Observers', count(state.view.observers, 'observer')],
		['Promises', shown.promises.map((each) => `${each} ${PROMISES[each] ?? ''}`.trim()).join(', ')
			+ Object.values(shown.conditions ?? {}).flat().filter((each, i, all) => all.indexOf(each) === i).map((each) => `; while: ${each}`).join('')],
		shown.store && ['Requests to the store', `${shown.store.requests}, ${shown.store.unanswered} unanswered`]
	].filter((row) => row && row[1] !== null && row[1] !== undefined && row[1] !== '');
	return h('dl', { 'data-key': 'facts' }, rows.map(([term, value]) => h('div', { 'data-key': term }, h('dt', null, term), h('dd', null, name(value)))));
}

/*
 * Lets the arc drain at its true speed, and refill where the latest states show that it is renewed: between the
 * lowest rest of late and full. Each state corrects it; without a new one it stops after two seconds.
 */
function beat(picture, group, model, lease) {
	const leader = model.nodes.find((node) => node.lease !== null);
	const key = leader && `${group} ${leader.id}`;
	if (!leader || !lease) {
		beating = null;
		return;
	}
	const seen = (beating?.key === key) ? [...beating.seen.slice(-9), leader.lease] : [leader.lease];
	const idle = !beating;
	beating = { key, picture, seen, from: leader.lease, at: performance.now(), lease, low: Math.min(...seen) };
	if (idle && !still.matches) {
		requestAnimationFrame(frame);
	}
}

function frame(now) {
	if (!beating || still.matches || now - beating.at > 2000) {
		beating = null;
		return;
	}
	const { from, low, lease, at, picture, seen } = beating;
	const gone = Math.max(0, now - at) / lease;
	const renewed = seen.length > 1 && low < 0.97 && from > 0;
	const rest = !renewed ? Math.max(0, from - gone) : (gone < from - low) ? from - gone : 1 - ((gone - (from - low)) % (1 - low));
	const arc = picture.querySelector('.lease');
	if (arc) {
		const around = Number(arc.dataset.around);
		arc.setAttribute('stroke-dasharray', `${around * rest} ${around}`);
	}
	requestAnimationFrame(frame);
}
