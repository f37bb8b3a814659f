// The ring: members on a circle, links as both ends see them, the lease as an arc; or a store in the middle.
import { count, duration, h, millis, name, names, render, short, svg, table, terms, visible } from './text.js';

/*
 * Draws a model into an svg on the page, as wide as that: { label: the same in words,
 *   nodes: [{ id, role, state, witness, note: second line, lease: 0..1 | null }],
 *   links: [{ a, b, aHears: true | false | null for not known, bHears }], b is null for the store,
 *   store: { note, away } | null }
 */
export function drawRing(root, model) {
	const width = Math.max(280, Math.min(680, root.clientWidth || 560));
	const many = model.nodes.length;
	const radius = (many > 9) ? 12 : (many > 5 || width < 440) ? 16 : 23;
	const high = (many === 1 && !model.store) ? 200 : ((width > 440) ? 350 : 300) + Math.max(0, many - 4) * 16;
	const [cx, cy] = [width / 2, high / 2];
	const room = Math.min(190, width * 0.27, Math.max(60, ...model.nodes.map(({ id }) => measure(id, ID) + 6)));
	const ry = (many === 1 && !model.store) ? 0 : cy - radius - 46;
	const rx = Math.min(cx - room - radius - 14, ry * 1.4);
	const places = new Map([[null, { x: cx, y: cy }], ...model.nodes.map(({ id }, i) => {
		const angle = Math.PI * (2 * i / many - (model.store && width > 440 ? 1 : 0.5));
		return [id, { x: cx + rx * Math.cos(angle), y: cy + ry * Math.sin(angle), side: (Math.abs(Math.cos(angle)) < 0.1) ? 0 : Math.sign(Math.cos(angle)) }];
	})]);
	const all = [...places.values()].map(({ y }) => y);
	const top = Math.min(...all) - radius - 46;
	const tall = Math.max(...all) + radius + 42 - top;
	Object.entries({ viewBox: `0 ${top} ${width} ${tall}`, height: tall, role: 'img', 'aria-label': visible(model.label) }).forEach((each) => root.setAttribute(...each));
	render(root,
		model.links.map((link) => edge(link, places, radius, many > 7)),
		model.store && storeShape(model.store, cx, cy),
		model.nodes.map((node) => member(node, places.get(node.id), radius, width, cy)));
}

// Two half edges. The half at x says whether x hears the other one: a line, a cross, or dots if that is not known here.
function edge({ a, b, aHears, bHears }, places, radius, faint) {
	const [from, to] = [places.get(a), places.get(b)];
	if (!from || !to) {
		return null;
	}
	const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
	return svg('g', { class: faint ? 'edge faint' : 'edge', key: `${a} ${b}` }, half(from, (b === null) ? to : middle, aHears, radius), b !== null && half(to, middle, bHears, radius));
}

function half(from, to, hears, radius) {
	const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
	const along = (distance) => [from.x + (to.x - from.x) * distance / length, from.y + (to.y - from.y) * distance / length];
	const [x1, y1] = along(Math.min(length, radius + 4));
	const [x, y] = along(Math.min(length * 0.8, radius + 18));
	return [svg('line', { class: (hears === null) ? 'unsure' : hears ? 'hears' : 'deaf', x1, y1, x2: to.x, y2: to.y }),
		hears === false && svg('path.cut', { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` })];
}

const storeShape = ({ note: text, away }, x, y) => svg('g', { class: away ? 'store away' : 'store', key: 'store' },
	svg('path', { d: `M${x - 24} ${y - 16}v30a24 7 0 0 0 48 0v-30a24 7 0 0 0 -48 0a24 7 0 0 0 48 0` }),
	svg('text.id', { x, y: y + 10, 'text-anchor': 'middle' }, 'store'),
	svg('text.note', { x, y: y + 40, 'text-anchor': 'middle' }, text));

function member(node, { x, y, side }, radius, width, cy) {
	const far = radius + 14;
	const tx = x + side * far;
	const ty = side ? y - 1 : (y < cy) ? y - far - 14 : y + far + 10;
	const space = side ? ((side > 0) ? width - tx : tx) - 2 : width * 0.54;
	const text = (kind, down, content, font) => svg('text', { class: kind, x: tx, y: ty + down, 'text-anchor': ['end', 'middle', 'start'][side + 1] }, fit(content ?? '', space, font));
	return svg('g', { class: `member ${node.role} ${node.state}`, key: `m ${node.id}` },
		svg('title', node.id),
		typeof node.lease === 'number' && lease(node.lease, x, y, radius + 6),
		node.witness ? svg('rect.shape', { x: x - radius * 0.9, y: y - radius * 0.9, width: radius * 1.8, height: radius * 1.8 }) : svg('circle.shape', { cx: x, cy: y, r: radius }),
		mark(node, x, y, radius),
		text('id', 0, node.id, ID), text('note', 14, node.note, '12px system-ui'));
}

const ID = '600 13px system-ui';
const pen = document.createElement('canvas').getContext('2d');

function measure(text, font) {
	pen.font = font;
	return pen.measureText(visible(text)).width;
}

function fit(text, space, font) {
	let most = visible(text).length;
	while (most > 3 && measure(short(text, most), font) > space) {
		most--;
	}
	return short(text, most);
}

// Drawn from the top, as a clock: full is the whole lease.
const lease = (left, cx, cy, r) => [svg('circle.track', { cx, cy, r }),
	svg('circle.lease', { cx, cy, r, pathLength: 1, transform: `rotate(-90 ${cx} ${cy})`, 'stroke-dasharray': `${left} 1` })];

// A sign in addition to the colour.
function mark({ state, role }, x, y, radius) {
	const sign = (state === 'DOWN') ? '✕' : (role === 'LEADER') ? '★' : (role === 'CANDIDATE') ? '…' : (state === 'UP') ? null : '?';
	return sign && svg('text.mark', { x, y: y + radius * 0.35, 'text-anchor': 'middle', 'font-size': radius }, sign);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

let beating = null;

// The section of a group: the drawing, what is cut in words, and the members as a table.
export function update(root, group, state) {
	const shown = state.view.groups[group];
	const model = modelOf(shown, state.view);
	render(root,
		h('h2', shown.store ? 'The store and its lease' : 'Who hears whom'),
		h('div.picture', root.querySelector('svg') ?? svg('svg')),
		h('div', cuts(model), members(shown, model), facts(shown, state.view)));
	const picture = root.querySelector('svg');
	drawRing(picture, model);
	beat(picture, group, model, millis(shown.lease));
}

const STATES = { UP: null, SUSPECTED: 'suspected', DOWN: 'down', UNKNOWN: 'never heard' };

function modelOf(shown, view) {
	const [self, leader, length] = [shown.node, shown.leader?.id, millis(shown.lease)];
	const heard = millis(shown.members.find((member) => member.id === leader)?.lastHeard);
	const left = !length ? null : (leader === self) ? millis(shown.leaseRemaining) : (heard === null) ? null : length - heard;
	const own = { id: self, state: 'UP', self: true, suspectedBy: [] };
	const nodes = [...shown.members, ...(shown.observer ? [] : [own])].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
		.map((member) => ({
			...member,
			role: (member.id === leader) ? 'LEADER' : member.self ? shown.role : 'FOLLOWER',
			note: [member.self && 'this node', (member.id === leader) && (member.self && shown.draining ? 'gives up' : 'leads'), member.self && shown.paused && 'paused',
				(shown.store && member.state === 'UNKNOWN') ? 'as last seen' : STATES[member.state], member.witness && 'witness'].filter(Boolean).join(' · '),
			lease: (member.id === leader && left !== null) ? Math.max(0, Math.min(1, left / length)) : null
		}));
	const away = leader ? !shown.leader.direct : shown.problems.length > 0;
	const age = (leader === self) ? length && length - left : heard;
	const store = shown.store && { away, note: away ? 'does not answer' : !leader ? 'nobody holds it' : (age === null) ? 'holds a record' : `record ${duration(age)} old` };
	return {
		label: `${store ? `A store in the middle: ${store.note}. ` : ''}${count(nodes.length, 'member')} on a circle: ${nodes.map(({ id, note }) => (note ? `${id}, ${note}` : id)).join('; ')}`,
		nodes, store,
		links: store ? nodes.map(({ id }) => ({ a: id, b: null, aHears: (id === self) ? !away : (id === leader && !away) || null, bHears: null })) : links(nodes, shown, self)
	};
}

// A member's own end is known by its link and its silence. Of other pairs it is known who suspects whom; that nobody does, to the leader alone.
function links(nodes, shown, self) {
	const known = new Map(shown.members.map((member) => [member.id, member]));
	const up = (id) => known.get(id).connected && known.get(id).state === 'UP';
	const missed = shown.problems.some((problem) => problem.includes(' miss this node although it hears the leader'));
	const hears = (x, y) => (x === self) ? up(y) || (known.get(y).connected && known.get(y).state === 'DOWN' && !known.get(y).suspected)
		: (y === self) ? !(missed && x === shown.leader?.id) && ((shown.leading && up(x)) || null)
			: !known.get(y).suspectedBy.includes(x) && ((shown.leading && up(x)) || null);
	return nodes.flatMap((a, i) => nodes.slice(i + 1).map((b) => ({ a: a.id, b: b.id, aHears: hears(a.id, b.id), bHears: hears(b.id, a.id) })));
}

// Cuts in words.
function cuts({ nodes, links: all }) {
	const ends = all.filter((link) => link.b !== null).flatMap(({ a, b, aHears, bHears }) => [{ x: a, y: b, hears: aHears, back: bHears }, { x: b, y: a, hears: bHears, back: aHears }])
		.filter((end) => end.hears === false);
	const of = (y, back) => ends.filter((end) => end.y === y && end.back === back).map((end) => end.x);
	const lines = nodes.map(({ id, state }) => {
		const [oneWay, unsure, both] = [of(id, true), of(id, null), of(id, false).filter((x) => x < id)];
		return [
			oneWay.length > 0 && h('li.bad', h('strong', 'Cut one way: '), names(oneWay), verb(oneWay), name(id), ', but ', name(id), ' hears ', names(oneWay), '.'),
			unsure.length > 0 && h('li', names(unsure), verb(unsure), name(id), (state === 'UP' || state === 'SUSPECTED') && ['; whether ', name(id), ' hears ', names(unsure), ' is not known here'], '.'),
			both.length > 0 && h('li.bad', names(both), ' and ', name(id), ' do not hear each other.')
		];
	}).flat().filter(Boolean);
	return lines.length > 0 && h('ul.findings', { key: 'cuts' }, lines);
}

const verb = (ids) => (ids.length > 1) ? ' do not hear ' : ' does not hear ';

const members = (shown, model) => table('Members', ['Member', 'State', 'Last heard', 'Suspected by', 'Priority'], model.nodes.map((node) => [
	node.id, name(node.id), h('td', { class: node.state }, node.note || 'up'),
	node.self ? '' : node.lastHeard ? `${duration(node.lastHeard)} ago` : 'never',
	[names([...new Set([...(node.suspected ? [shown.node] : []), ...node.suspectedBy])].map((id) => short(id, 24))), node.observers > 0 && ` (verdict of ${node.observers})`],
	node.priority
]));

const facts = ({ store, algorithm, term, fencingToken, lease: length, leading, leaseRemaining, quorum, observer, voting, promises, conditions }, { observers }) => terms([
	['Election', store ? name(store.description ?? 'a lease in a store') : algorithm],
	['Term', term],
	['Fencing token', fencingToken],
	['Lease', length && (leading ? `${duration(leaseRemaining)} of ${duration(length)} left` : duration(length))],
	['Quorum', quorum && `${quorum.reachable} reachable, ${quorum.required} needed`],
	['This node votes', !store && !observer && name(voting)],
	['Observers', observers || null],
	['Requests to the store', store && `${store.requests}, ${store.unanswered} unanswered`],
	['Promises', promises.join(' ')],
	['They hold while', [...new Set(Object.values(conditions ?? {}).flat())].join('; ')]
]);

// Lets the arc drain at its true speed, and refill where states show that it is renewed: from the lowest rest of late.
// Each state corrects it; without a new one it stops.
function beat(picture, group, { nodes }, length) {
	const leader = nodes.find((node) => node.lease !== null);
	const idle = !beating;
	if (!leader || still.matches) {
		beating = null;
		return;
	}
	const key = `${group} ${leader.id}`;
	beating = { key, picture, length, from: leader.lease, at: performance.now(), seen: [...((beating?.key === key) ? beating.seen.slice(-9) : []), leader.lease] };
	if (idle) {
		requestAnimationFrame(frame);
	}
}

function frame(now) {
	if (!beating || now - beating.at > 2000) {
		beating = null;
		return;
	}
	const { from, length, at, picture, seen } = beating;
	const low = Math.min(...seen);
	const more = Math.max(0, now - at) / length - (from - low);
	const rest = (more < 0 || seen.length < 2 || low > 0.97) ? Math.max(0, low - more) : 1 - (more % (1 - low));
	picture.querySelector('.lease')?.setAttribute('stroke-dasharray', `${rest} 1`);
	requestAnimationFrame(frame);
}
