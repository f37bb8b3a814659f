// The trace of this node, step by step: what it took in, what it did, and what it knew then.
import { drawRing } from './ring.js';
import { count, duration, h, name, names, render, svg, time, visible } from './text.js';
import { table } from './work.js';

const CHUNK_MILLIS = 8;
const PLAY_MILLIS = 250;
const DETAILS = 'The trace is given out with management.endpoint.leader.show-details=always, or with when-authorized to whom that allows.';

// In words; the others are told by their names.
const EVENTS = {
	TimerFired: 'timer {timer} fired',
	PeerConnected: 'the link to {peer} opened',
	PeerDisconnected: 'the link to {peer} ended: {loss}',
	ProcessEnded: 'the process of {peer} ended',
	TransferRequested: 'an operator asks to transfer leadership to {to}',
	ResignRequested: 'an operator asks this node to resign',
	EligibilityChanged: 'this node may lead: {eligible}',
	BallotNotSaved: 'the ballot could not be saved: {reason}'
};
const EFFECTS = {
	Grant: 'this node is granted term {term}, token {fencingToken}',
	Renew: 'the lease of this node is renewed',
	Revoke: 'the leadership of this node ends: {reason}',
	FollowLeader: 'this node follows {leader}, term {term}',
	LeaderLost: 'this node knows no leader any more',
	MemberChanged: '{member} is {state}',
	Report: '{notice}: {detail}',
	StartTimer: 'starts timer {timer}',
	CancelTimer: 'cancels timer {timer}',
	ConnectPeer: 'keeps a link to {peer}',
	Answer: 'answers the request: {refusal}'
};
// What happens all the time, but for messages of an election.
const QUIET = /^(MessageReceived|TimerFired|BallotSaved|Position.*|Store.*|Send|.*Timer|Renew|Answer|ReadPosition|AskStore)$/;
const ELECTS = /Scouting|Proposal|Elect|Cession|Coordinator/;

// By group: { status, reading, heading, steps, shown, index, playing }.
const replays = new Map();
let panel;

// 'Name(a=1, b=[...])' → { name, fields }; lists are arrays, null is null, all else is text: numbers have 64 bits.
export function parse(text) {
	let at = 0;
	const take = (pattern) => {
		pattern.lastIndex = at;
		const [found] = pattern.exec(text) ?? [null];
		if (found === null) {
			throw new Error(`Unreadable at column ${at + 1}`);
		}
		at += found.length;
		return found;
	};
	const all = (close, read) => {
		const values = [];
		for (at++; text[at] !== close; text[at] === close || take(/, /y)) {
			values.push(read());
		}
		at++;
		return values;
	};
	const value = () => {
		if (text[at] === '"') {
			return JSON.parse(take(/"(?:[^"\\]|\\.)*"/y));
		}
		if (text[at] === '[') {
			return all(']', value);
		}
		const word = take(/[^,()[\]=" ]+/y);
		return (text[at] === '(') ? { name: word, fields: Object.fromEntries(all(')', () => [take(/\w+=/y).slice(0, -1), value()])) }
				: (word === 'null') ? null : word;
	};
	const read = value();
	take(/$/y);
	return read;
}

// The fields of the first record of a name within a value.
const find = (value, wanted) => (value?.name === wanted) ? value.fields
		: (value && typeof value === 'object') ? Object.values(value.fields ?? value).reduce((found, each) => found ?? find(each, wanted), null) : null;

// Messages of layered elections carry one of the election below.
const inner = ({ fields, ...body }) => fields.message?.name ? inner(fields.message) : { ...body, fields };

const millisOf = (nanos) => Number(BigInt(nanos) / 1000n) / 1000;

const entryOf = (line) => parse(line.slice(line.indexOf(' ') + 1)).fields;

const effectsOf = (entry) => entry.effects ?? entry.outcome?.fields.effects ?? [];

// What is known after a line, from what was known before it. Nothing in it is written again.
function step(before, line, self) {
	const after = { ...before, line };
	const entry = entryOf(line);
	const { now, event } = entry.input?.fields ?? entry;
	if (now) {
		[after.wall, after.ms] = [Number(now.fields.wallMillis), millisOf(now.fields.monotonicNanos)];
	}
	event ? took(after, event) : start(after, entry, self);
	effectsOf(entry).filter(() => entry.outcome?.name !== 'Refused').forEach((effect) => did(after, effect, self));
	after.changed = !event || entry.outcome.name === 'Failed' || [event, ...effectsOf(entry)].some((each) => !QUIET.test(each.name)
		|| ELECTS.test(messageOf(each)?.name));
	return after;
}

const messageOf = ({ fields }) => (fields.envelope ?? fields.body) && inner(fields.envelope?.fields.body ?? fields.body);

// A trace that begins later begins with a state, of which the names that elections share are read.
function start(after, { recovered, state }, self) {
	const others = find(recovered ?? state, 'ElectionSettings')?.members.filter((id) => id !== self) ?? [];
	const peers = find(state, 'Peers')?.all ?? [];
	const known = find(state, 'KnownLeader');
	Object.assign(after, { said: {}, states: {}, own: null, leader: known && { id: known.id, term: known.term },
		links: Object.fromEntries(others.map((id, i) => [id, state ? peers[i] ? peers[i].fields.connected === 'true' : null : false])) });
}

function took(after, { name: what, fields: { peer, envelope } }) {
	if (/^Peer/.test(what)) {
		after.links = { ...after.links, [peer]: what === 'PeerConnected' };
	}
	if (envelope) {
		const { from, body } = envelope.fields;
		after.said = { ...after.said, [from]: { what: inner(body).name, term: inner(body).fields.term, ms: after.ms } };
		after.links = { [from]: null, ...after.links };
	}
}

function did(after, { name: what, fields }, self) {
	if (what === 'Grant' || what === 'Renew') {
		[after.own, after.leader] = [fields.lease.fields, { id: self, term: fields.term }];
	}
	else if (what === 'FollowLeader') {
		after.leader = { id: fields.leader, term: fields.term };
	}
	else if (what === 'Revoke' || what === 'LeaderLost') {
		[after.own, after.leader] = [null, null];
	}
	else if (what === 'MemberChanged') {
		after.states = { ...after.states, [fields.member]: fields.state };
	}
}

// In small parts, so that the page stays alive.
async function read(replay, text) {
	const lines = text.split('\n').filter(Boolean);
	if (lines[0] !== 'leader-election-trace 1') {
		throw new Error('This page cannot read the trace: download it, and replay it with the version that wrote it.');
	}
	const heading = parse(lines[1]).fields;
	const steps = [];
	let known = { links: {}, states: {}, said: {}, leader: null, own: null, wall: Date.parse(heading.writtenAt), ms: 0 };
	let until = performance.now() + CHUNK_MILLIS;
	for (const line of lines.slice(2)) {
		known = step(known, line, heading.node);
		steps.push(known);
		if (performance.now() > until) {
			replay.status = `Reads line ${steps.length} of ${lines.length - 2} …`;
			paint();
			await new Promise((done) => setTimeout(done));
			until = performance.now() + CHUNK_MILLIS;
		}
	}
	Object.assign(replay, { heading, steps, shown: steps, index: steps.length - 1,
		status: `${count(steps.length, 'line')}, ${time(steps[0].wall, undefined, true)} to ${time(known.wall, undefined, true)}, as ${heading.node} saw it.` });
}

async function load(replay, url) {
	Object.assign(replay, { reading: true, playing: false, status: 'Loads the trace …' });
	paint();
	try {
		const answer = await fetch(url, { cache: 'no-store', headers: { Accept: 'text/plain' } });
		if (answer.ok && !answer.redirected) {
			await read(replay, await answer.text());
		}
		else {
			replay.status = (answer.status === 404) ? 'This node keeps no trace of this group.'
				: (answer.status === 403) ? DETAILS : `The node answered ${answer.status}: log in again, or see its log.`;
		}
	}
	catch (error) {
		replay.status = (error.name === 'TypeError') ? 'The node does not answer.' : error.message;
	}
	replay.reading = false;
	paint();
}

// 'timer {timer} fired' with the fields as isolated names; 'PeerConnected' → 'peer connected'
const tell = ({ name: what, fields }, texts) => (texts[what] ?? what.replace(/\B[A-Z]/g, ' $&').toLowerCase()).split(/\{(\w+)\}/)
	.map((part, i) => (i % 2) ? name(fields[part] ?? 'none') : part);

function said(event) {
	const { term, granted, reason } = messageOf(event).fields;
	return [name(event.fields.envelope.fields.from), ` says ${messageOf(event).name}`, term && `, term ${term}`,
		granted && ((granted === 'true') ? ': yes' : `: no, ${reason ?? ''}`)];
}

// Messages by what they say, with all to whom.
function effects(all) {
	const sent = new Map();
	const rest = all.filter((each) => each.name !== 'Send' || !sent.set(messageOf(each).name, [...(sent.get(messageOf(each).name) ?? []), each.fields.to]));
	return [...rest.map((each) => tell(each, EFFECTS)), ...[...sent].map(([what, to]) => [`says ${what} to `, names(to)])];
}

function go(replay, index) {
	replay.index = Math.max(0, Math.min(replay.shown.length - 1, index));
	paint();
}

function play(replay) {
	replay.playing = !replay.playing;
	paint();
	const timer = setInterval(() => {
		if (!replay.playing || replay.index === replay.shown.length - 1) {
			replay.playing = false;
			clearInterval(timer);
		}
		go(replay, replay.index + (replay.playing ? 1 : 0));
	}, PLAY_MILLIS);
}

// Keeps the step, or the one before it.
function filter(replay, only) {
	const at = replay.steps.indexOf(replay.shown[replay.index]);
	replay.shown = only ? replay.steps.filter((each) => each.changed) : replay.steps;
	go(replay, replay.shown.findLastIndex((each) => replay.steps.indexOf(each) <= at));
}

// Opens the trace at the step nearest to an instant.
export async function openReplay(group, instant) {
	const replay = replays.get(group);
	if (panel?.group === group && panel.url && !replay.steps) {
		await load(replay, panel.url);
	}
	if (replay?.steps) {
		const far = ({ wall }) => Math.abs(wall - new Date(instant));
		replay.shown = replay.steps;
		go(replay, replay.steps.reduce((best, each, i) => (far(each) < far(replay.steps[best])) ? i : best, 0));
	}
	panel?.root.scrollIntoView();
	panel?.root.querySelector('h2').focus();
}

export { openReplay as open };

export function update(root, group, state, act) {
	replays.has(group) || replays.set(group, { status: '' });
	panel = { root, group, url: act.url(state, group, 'trace'), refusal: (state.leader === null) ? 'The endpoint leader is not reachable over HTTP, and so gives out no trace.' : state.traces ? null : DETAILS };
	paint();
}

function paint() {
	const { root, group, url, refusal } = panel;
	const replay = replays.get(group);
	render(root,
		h('h2', { tabindex: -1 }, 'Replay'),
		h('p', { class: 'quiet' }, refusal ?? 'The last inputs of this node, and what it knew then.'),
		!refusal && h('p', { class: 'buttons', 'data-key': 'buttons' },
			h('button', { type: 'button', 'aria-disabled': replay.reading ? 'true' : null, onclick: () => replay.reading || load(replay, url) }, replay.steps ? 'Load anew' : 'Load the trace'),
			h('a', { href: url, download: true }, 'Download')),
		h('p', { class: 'quiet', role: 'status' }, replay.status),
		!refusal && replay.shown && player(replay));
	const slider = root.querySelector('input[type=range]');
	if (slider) {
		slider.value = replay.index;
		drawRing(root.querySelector('svg'), model(replay.shown[replay.index], replay.heading.node));
	}
}

function player(replay) {
	const { shown, steps, index } = replay;
	const now = shown[index];
	const entry = entryOf(now.line);
	const { event } = entry.input?.fields ?? {};
	const last = shown.length - 1;
	const clock = `${time(now.wall, undefined, true)}.${String(now.wall % 1000).padStart(3, '0')}`;
	const sentence = event ? event.fields.envelope ? said(event) : tell(event, EVENTS) : entry.state ? 'the trace begins with this state' : 'this node starts';
	const button = (label, to) => h('button', { type: 'button', 'data-key': label, onclick: () => go(replay, to) }, label);
	return h('div', { class: 'player', 'data-key': 'player', onkeydown: (pressed) => {
		const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[pressed.key];
		if (to !== undefined && !pressed.target.closest('.scroll')) {
			pressed.preventDefault();
			go(replay, to);
		}
	} },
	h('input', { type: 'range', min: 0, max: last, 'aria-label': 'Step', 'aria-valuetext': `${index + 1} of ${shown.length}, ${clock}`, oninput: ({ target }) => go(replay, Number(target.value)) }),
	h('p', { class: 'buttons' }, button('First', 0), button('Back', index - 1),
		h('button', { type: 'button', 'data-key': 'play', onclick: () => play(replay) }, replay.playing ? 'Pause' : 'Play'),
		button('Forward', index + 1), button('Last', last),
		h('label', null, h('input', { type: 'checkbox', onchange: ({ target }) => filter(replay, target.checked) }), ' only what changed something'),
		h('span', { class: 'quiet' }, `${index + 1} of ${shown.length}`)),
	h('p', { class: 'said', 'aria-live': replay.playing ? 'off' : 'polite' }, h('time', null, clock), ' ', h('strong', null, sentence)),
	h('ul', { class: 'did' }, (entry.outcome && !entry.outcome.fields.effects) ? h('li', { class: 'bad' }, `The step failed: ${entry.outcome.fields.failure}`) : effects(effectsOf(entry)).map((each) => h('li', null, each))),
	svg('svg', { class: 'ring' }),
	table('What each member said last', ['Member', 'Link', 'State', 'Said last', 'Ago'], h('tbody', null, Object.keys(now.links).map((id) => {
		const last = now.said[id];
		return h('tr', null, h('th', { scope: 'row' }, name(id)), h('td', null, { true: 'open', false: 'ended' }[now.links[id]] ?? 'not known'), h('td', null, now.states[id] ?? 'not known'),
			h('td', null, last ? `${last.what}${last.term ? `, term ${last.term}` : ''}` : 'nothing yet'), h('td', { class: 'number' }, last && duration(now.ms - last.ms)));
	}))),
	h('pre', { class: 'scroll', tabindex: 0, 'aria-label': 'The line of the trace' }, now.line));
}

// What the ring shows of a step.
function model({ links, states, said: heard, leader, own, ms }, self) {
	const ids = [self, ...Object.keys(links)].sort();
	const part = own && (millisOf(own.endNanos) - ms) / (millisOf(own.endNanos) - millisOf(own.baseNanos));
	return { label: visible(`${leader ? `${leader.id} leads, term ${leader.term}` : 'No leader is known'}. ${Object.entries(links).map(([id, up]) => `${id}: ${up ? 'linked' : 'no link'}`).join(', ')}.`),
		nodes: ids.map((id) => ({ id, self: id === self, role: (id === leader?.id) ? 'LEADER' : 'FOLLOWER', state: (id === self) ? 'UP' : states[id] ?? (links[id] ? 'UP' : 'UNKNOWN'),
			witness: false, lease: (id === self && own) ? Math.max(0, Math.min(1, part)) : null, note: (id === self) ? 'this node' : heard[id] ? `${heard[id].what}, ${duration(ms - heard[id].ms)} ago` : null })),
		links: Object.keys(links).map((id) => ({ a: self, b: id, aHears: links[id], bHears: null })), store: null, observers: 0 };
}
