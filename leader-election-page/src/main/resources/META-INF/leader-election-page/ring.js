// The ring: members on a circle, links as both ends see them, the lease as an arc; or a store in the middle.
import { deaf, duration, h, millis, name, names, order, render, short, svg, table, terms, visible } from './text.js';

// Draws into an svg on the page, as wide as that: label says the same in words;
// nodes: [{ id, role, state, witness, note: second line, lease: 0..1 | null }];
// links: [{ a, b or null for the store, aHears: true | false | null for not known, bHears }]; store: { note, away } | null.
export function drawRing(root, { label, nodes, links: all, store }) {
	const width = Math.max(280, Math.min(680, root.clientWidth || 560));
	const wide = width > 440;
	const many = nodes.length;
	const radius = (many > (wide ? 9 : 5)) ? 12 : (many > 5 || !wide) ? 16 : 23;
	const cy = (many === 1 && !store) ? 0 : (wide ? 175 : 150) + Math.max(0, many - 4) * 8;
	const cx = width / 2;
	const room = Math.min(190, width * ((many > 5 && !wide) ? 0.2 : 0.27), 6 + Math.max(70, ...nodes.flatMap(({ id, note }) => [measure(id, ID), measure(note ?? '', NOTE)])));
	const ry = cy && cy - radius - 46;
	const rx = Math.min(cx - room - radius - 14, ry * 1.4);
	const places = new Map([[null, [cx, cy, 0]], ...nodes.map(({ id }, i) => {
		const angle = Math.PI * (2 * i / many - (store && wide ? 1 : 0.5));
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		return [id, [cx + rx * cos, cy + ry * sin, (Math.abs(cos) < 0.1) ? 0 : Math.sign(cos)]];
	})]);
	const ys = [...places.values()].map(([, y]) => y);
	const top = Math.min(...ys) - radius - 46;
	const high = Math.max(...ys) + radius + 42 - top;
	Object.entries({ viewBox: `0 ${top} ${width} ${high}`, height: high, role: 'img', 'aria-label': visible(label) }).forEach((each) => root.setAttribute(...each));
	render(root, all.map((link) => edge(link, places, radius, many > 7)),
		store && svg('g', { class: store.away ? 'store away' : 'store', key: 'store' },
			svg('path', { d: `M${cx - 24} ${cy - 16}v30a24 7 0 0 0 48 0v-30a24 7 0 0 0 -48 0a24 7 0 0 0 48 0` }),
			text('id', cx, cy + 10, 0, 'store'), text('note', cx, cy + 40, 0, store.note)),
		nodes.map((node) => member(node, places.get(node.id), radius, width, cy)));
}

const text = (kind, x, y, side, content) => svg('text', { class: kind, x, y, 'text-anchor': ['end', 'middle', 'start'][side + 1] }, content);

// Two half edges. The half at x says whether x hears the other one: a line, a cross, or dots if that is not known here.
function edge({ a, b, aHears, bHears }, places, radius, faint) {
	const [from, to] = [places.get(a), places.get(b)];
	const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
	return svg('g', { class: faint && 'faint', key: `${a} ${b}` },
		half(from, (b === null) ? to : middle, aHears, radius), b !== null && half(to, middle, bHears, radius));
}

function half([x1, y1], [x2, y2], hears, radius) {
	const length = Math.hypot(x2 - x1, y2 - y1) || 1;
	const along = (distance) => [[x1, x2], [y1, y2]].map(([from, to]) => from + (to - from) * Math.min(length * 0.8, distance) / length);
	const [x, y] = along(radius + 18);
	return [svg('path', { class: (hears === null) ? 'unsure' : hears ? 'hears' : 'deaf', d: `M${along(radius + 4)}L${[x2, y2]}` }),
		hears === false && svg('path.cut', { d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` })];
}

function member({ id, note, role, state, witness, lease }, [cx, cy, side], r, width, middle) {
	const far = r + 14;
	const x = cx + side * far;
	const y = side ? cy - 1 : (cy <= middle) ? cy - far - 14 : cy + far + 10;
	const space = side ? ((side > 0) ? width - x : x) - 2 : width * 0.54;
	const sign = (state === 'DOWN') ? '✕' : (role === 'LEADER') ? '★' : (role === 'CANDIDATE') ? '…' : (state === 'UP') ? '' : '?';
	const arc = { cx, cy, r: r + 6 };
	return svg('g', { class: `${role} ${state}`, key: `m ${id}` },
		svg('title', id),
		typeof lease === 'number' && [svg('circle.track', arc), svg('circle.lease', { ...arc, pathLength: 1, transform: `rotate(-90 ${cx} ${cy})`, 'stroke-dasharray': `${lease} 1` })],
		witness ? svg('rect.shape', { x: cx - r * 0.9, y: cy - r * 0.9, width: r * 1.8, height: r * 1.8 }) : svg('circle.shape', { cx, cy, r }),
		svg('text.mark', { x: cx, y: cy + r * 0.35, 'text-anchor': 'middle', 'font-size': r }, sign),
		text('id', x, y, side, fit(id, space, ID)), text('note', x, y + 14, side, fit(note ?? '', space, NOTE)));
}

const ID = '600 13px system-ui';
const NOTE = '12px system-ui';
const pen = document.createElement('canvas').getContext('2d');

function measure(content, font) {
	pen.font = font;
	return pen.measureText(visible(content)).width;
}

function fit(content, space, font) {
	let most = visible(content).length;
	while (most > 3 && measure(short(content, most), font) > space) {
		most--;
	}
	return short(content, most);
}

// The section of a group: the drawing, what is cut in words, and the members as a table.
export function update(root, group, state) {
	const shown = state.view.groups[group];
	const model = modelOf(shown);
	const picture = root.querySelector('svg') ?? svg('svg');
	render(root,
		h('h2', shown.store ? 'The store and its lease' : 'Who hears whom'),
		h('div', picture),
		h('div', cuts(model), table('Members', ['Member', 'State', 'Last heard', 'Suspected by', 'Priority'], model.nodes.map((node) => [
			node.id, name(node.id), h('td', { class: `state ${node.state}` }, node.note || 'up'), heard(node, millis(shown.lease)),
			[names([...new Set([...(node.suspected ? [shown.node] : []), ...node.suspectedBy])].map((id) => short(id, 24))), node.observers > 0 && ` (verdict of ${node.observers})`],
			node.priority])), facts(shown, state.view)));
	drawRing(picture, model);
	beat(picture, group, model, millis(shown.lease));
}

// Followers hear each other by their link alone.
function heard({ self, state, lastHeard, connected, suspected, role }, lease) {
	const text = lastHeard ? `${duration(lastHeard)} ago` : (state === 'UNKNOWN') ? 'never' : '';
	return self ? '' : (connected && !suspected && role !== 'LEADER' && millis(lastHeard) > lease) ? h('span', { title: text }, 'linked') : text;
}

const STATES = { UP: null, SUSPECTED: 'suspected', DOWN: 'down', UNKNOWN: 'never heard' };

function modelOf({ node: self, leader, members, store, lease, leaseRemaining, observer, role, draining, paused, problems, leading }) {
	const [length, leads] = [millis(lease), leader?.id];
	const heard = millis(members.find(({ id }) => id === leads)?.lastHeard);
	const left = !length ? null : (leads === self) ? millis(leaseRemaining) : heard !== null && length - heard;
	const away = leader ? !leader.direct : problems.some((text) => text.includes('has not answered'));
	const age = (leads === self) ? length && length - left : heard;
	const nodes = [...members, ...(observer ? [] : [{ id: self, state: 'UP', self: true, suspectedBy: [] }])].sort((a, b) => order(a.id, b.id))
		.map((member) => ({
			...member,
			role: (member.id === leads) ? 'LEADER' : member.self ? role : 'FOLLOWER',
			note: [member.self && 'this node', member.id === leads && (member.self && draining ? 'gives up' : 'leads'), member.self && paused && 'paused',
				(store && member.state === 'UNKNOWN') ? 'as last seen' : STATES[member.state], member.witness && 'witness'].filter(Boolean).join(' · '),
			lease: (member.id === leads && typeof left === 'number') ? Math.max(0, Math.min(1, left / length)) : null
		}));
	const shown = store && { away, note: away ? 'does not answer' : !leader ? 'nobody holds it' : `record ${duration(age)} old` };
	return {
		label: `${store ? `A store (${shown.note}) and its` : 'A ring of'} members: ${nodes.map(({ id, note }) => `${id} ${note}`).join('; ')}`,
		nodes,
		store: shown,
		links: store ? nodes.map(({ id }) => ({ a: id, b: null, aHears: (id === self) ? !away : (id === leads && !away) || null }))
			: nodes.flatMap((a, i) => nodes.slice(i + 1).map((b) => ({ a: a.id, b: b.id, aHears: hears(a, b), bHears: hears(b, a) })))
	};

	// The own end is known by link and silence. Of other pairs it is known who suspects whom; that nobody does, to the leader alone.
	function hears(x, y) {
		const up = ({ connected, state }) => connected && state === 'UP';
		const missed = y.self ? x.id === leads && problems.some((problem) => problem.includes(' miss this node although it hears the leader')) : y.suspectedBy.includes(x.id);
		return x.self ? up(y) || (y.connected && y.state === 'DOWN' && !y.suspected) : !missed && ((leading && up(x)) || null);
	}
}

// Cuts in words.
function cuts({ nodes, links }) {
	const ends = links.flatMap(({ a, b, aHears, bHears }) => [[a, b, aHears, bHears], [b, a, bHears, aHears]]).filter(([, b, hears]) => b !== null && hears === false);
	const lines = nodes.flatMap(({ id }) => [true, false].map((oneWay) => {
		const who = ends.filter(([, b, , back]) => b === id && (back === true) === oneWay).map(([a]) => a);
		return who.length > 0 && h('li.bad', oneWay && h('strong', 'Cut one way: '), deaf(who, id), oneWay && [', but ', name(id), ' hears ', names(who)], '.');
	})).filter(Boolean);
	return lines.length > 0 && h('ul.findings', { key: 'cuts' }, lines);
}

const facts = ({ store, algorithm, term, fencingToken, lease, leading, leaseRemaining, quorum }, { observers }) => terms([
	['Election', store ? name(store.description ?? 'a lease in a store') : algorithm],
	['Term', term],
	['Fencing token', fencingToken],
	['Lease', lease && `${leading ? `${duration(leaseRemaining)} left of ` : ''}${duration(lease)}`],
	['Quorum', quorum && `${quorum.reachable} reachable, ${quorum.required} needed`],
	['Observers', observers]
]);

const still = matchMedia('(prefers-reduced-motion: reduce)');

let [timer, beating, seen] = [0, null, []];

// Lets the arc drain at its true speed to the lowest rest of late; the next state refills it. Ten steps a second: more cost a desk much of a core.
function beat(picture, group, { nodes }, length) {
	const { id, lease } = nodes.find((each) => each.lease !== null) ?? { lease: 0 };
	const [at, key] = [performance.now(), `${group} ${id}`];
	seen = [...((key === beating) ? seen.slice(-9) : []), lease];
	beating = key;
	clearInterval(timer);
	const step = () => {
		const [low, rest] = [Math.min(...seen), lease - (performance.now() - at) / length];
		picture.querySelector('.lease')?.setAttribute('stroke-dasharray', `${Math.max(low, rest)} 1`);
		rest > low || clearInterval(timer);
	};
	timer = still.matches ? 0 : setInterval(step, 100);
}
