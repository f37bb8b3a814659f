// The ring: members on a circle, links as both ends see them, the lease as an arc; or a store in the middle.
import { count, duration, millis, short, svg, render, h, name, say, visible } from './text.js';

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
