// The trace of this node, step by step: what it took in, what it did, and what it knew then.
import { drawRing } from './ring.js';
import { button, duration, h, name, names, order, render, svg, table, time } from './text.js';
import { HIDDEN } from './work.js';

const TEXTS = {
	TimerFired: 'timer {timer} fired',
	Grant: 'this node is granted term {term}, token {fencingToken}',
	Revoke: 'the leadership of this node ends: {reason}',
	FollowLeader: 'this node follows {leader}, term {term}'
};
// What happens all the time, but for messages of an election.
const QUIET = /^(MessageReceived|TimerFired|BallotSaved|Store.+|Send|.+Timer|Renew|Answer|.*Position.*|AskStore)$/;

const ELECTS = /Scouting|Proposal|Elect|Cession|Coordinator/;

// By group: { status, self, steps, shown, index }.
const replays = new Map();
let panel;

// 'Name(a=1, b=[...])' → { name, fields }, by way of JSON; lists and null stay, all else is text: numbers have 64 bits.
const parse = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|(\w+)\(|(\w+)=|\)|[^,()[\]=" ]+/g, (token, record, field) => record ? `{"name":"${record}","fields":{`
	: field ? `"${field}":` : (token === ')') ? '}}' : (token === 'null' || token[0] === '"') ? token : `"${token}"`));

// The fields of the first record of a name within a value.
const find = (value, wanted) => (value?.name === wanted) ? value.fields
		: (value && typeof value === 'object') ? Object.values(value.fields ?? value).reduce((found, each) => found ?? find(each, wanted), null) : null;

const entryOf = (line) => parse(line.replace(/^\d+ /, '')).fields;
const effectsOf = (entry) => entry.effects ?? entry.outcome?.fields.effects ?? [];

// The message that came or goes; layered elections carry one of the election below.
const inner = (body) => body?.fields.message?.fields ? inner(body.fields.message) : body;
const messageOf = ({ fields }) => inner(fields.envelope?.fields.body ?? fields.body);

// What is known after a line, from what was known before.
function step(before, line, self) {
	const after = { ...before, line };
	const entry = entryOf(line);
	const { now, event } = entry.input?.fields ?? entry;
	const records = [event ?? [], effectsOf(entry)].flat();
	if (now) {
		[after.wall, after.ms] = [Number(now.fields.wallMillis), now.fields.monotonicNanos / 1e6];
	}
	event || start(after, entry, self);
	// What is refused is taken in again later.
	if (entry.outcome?.name !== 'Refused') {
		records.forEach((each) => learn(after, each, self));
	}
	after.changed = !event || entry.outcome.name === 'Failed' || records.some((each) => !QUIET.test(each.name) || ELECTS.test(messageOf(each)?.name));
	return after;
}

// Of a state, with which a later trace begins, the names that elections share are read.
function start(after, { recovered, state }, self) {
	const others = find(recovered ?? state, 'ElectionSettings')?.members.filter((id) => id !== self) ?? [];
	const peers = find(state, 'Peers')?.all;
	const { wonTerm, id = self, term = wonTerm } = find(state, 'LeaderState') ?? find(state, 'KnownLeader') ?? { id: null };
	const health = find(state, 'PeerHealth')?.told;
	const each = (value) => Object.fromEntries(others.map((other, i) => [other, value(i)]));
	after.leader = id && { id, term };
	after.links = each((i) => peers ? peers[i].fields.connected === 'true' : state ? null : false);
	after.states = each((i) => health?.[i]);
}

// From an event or an effect.
function learn(after, record, self) {
	const { name: what, fields } = record;
	if (/^Peer/.test(what)) {
		after.links = { ...after.links, [fields.peer]: what === 'PeerConnected' };
	}
	else if (fields.envelope) {
		const { from } = fields.envelope.fields;
		const message = messageOf(record);
		after.said = { ...after.said, [from]: { what: message.name, term: message.fields.term ? `, term ${message.fields.term}` : '', ms: after.ms } };
		meet(after, from);
	}
	else if (fields.answer) {
		after.store = { note: `answered ${fields.answer.name}`, away: fields.answer.name === 'Unknown' };
	}
	else if (what === 'MemberChanged') {
		after.states = { ...after.states, [fields.member]: fields.state };
	}
	const leader = { Grant: self, FollowLeader: fields.leader, Revoke: null, LeaderLost: null }[what];
	if (leader !== undefined) {
		after.leader = leader && { id: leader, term: fields.term };
		(leader ?? self) === self || meet(after, leader);
	}
}

const meet = (after, id) => after.links = { [id]: null, ...after.links };

function read(replay, text) {
	const [first, heading, ...lines] = text.split('\n').filter(Boolean);
	if (first !== 'leader-election-trace 1') {
		throw new Error(first);
	}
	const self = parse(heading).fields.node;
	const [, nanos, wall] = /monotonicNanos=(-?\d+), wallMillis=(\d+)/.exec(text) ?? [];
	let last = { said: {}, wall: Number(wall), ms: nanos / 1e6 };
	const steps = lines.map((line) => last = step(last, line, self));
	Object.assign(replay, { self, steps, shown: steps, index: steps.length - 1, status: `${steps.length} lines, as this node saw it.` });
}

async function load(replay, url) {
	replay.status = 'Loads the trace …';
	paint();
	try {
		const answer = await fetch(url, { cache: 'no-store', headers: { Accept: 'text/plain' } });
		if (answer.ok && !answer.redirected) {
			read(replay, await answer.text());
		}
		else {
			replay.status = { 403: HIDDEN, 404: 'This node keeps no trace of this group.' }[answer.status] ?? `The node answered ${answer.status}: see its log, or log in again.`;
		}
	}
	catch (error) {
		replay.status = 'The trace cannot be read here: try again, or download it.';
	}
	paint();
}

// A record in words: by its text, else by its name and what it is about.
function tell({ name: what, fields }) {
	const words = TEXTS[what] ?? [what.replace(/\B[A-Z]/g, ' $&').toLowerCase(), ...Object.keys(fields).filter((each) => /^(?!null$)[a-z[]/i.test(fields[each])).map((each) => `{${each}}`)].join(' ');
	return words.split(/\{(\w+)\}/).map((part, i) => (i % 2) ? name(fields[part].name ?? fields[part]) : part);
}

function sentence({ input, state }) {
	const event = input?.fields.event;
	if (!event?.fields.envelope) {
		return event ? tell(event) : state ? 'the trace begins with this state' : 'this node starts';
	}
	const { name: what, fields: { term, granted, reason } } = messageOf(event);
	return [name(event.fields.envelope.fields.from), ` says ${what}`, term && `, term ${term}`, granted && `, ${(granted === 'true') ? 'yes' : reason}`];
}

// Messages by what they say, with all to whom.
function effects(all) {
	const sent = {};
	const others = all.filter((each) => each.name !== 'Send' || !(sent[messageOf(each).name] ??= []).push(each.fields.to));
	return [...others.map(tell), ...Object.entries(sent).map(([what, to]) => [`says ${what} to `, names(to)])];
}

function go(replay, index) {
	replay.index = Math.min(Math.max(0, index), replay.shown.length - 1);
	paint();
}

// Keeps the step, or the one before it.
function filter(replay, only) {
	const { ms } = replay.shown[replay.index];
	replay.shown = only ? replay.steps.filter((each) => each.changed) : replay.steps;
	go(replay, replay.shown.findLastIndex((each) => each.ms <= ms));
}

// Opens the trace at the last step until an instant.
export async function openReplay(group, instant) {
	const replay = replays.get(group);
	replay.steps || await load(replay, panel.url);
	if (replay.steps) {
		go(replay, replay.shown.findLastIndex(({ wall }) => wall <= new Date(instant)));
	}
	panel.root.querySelector('h2').focus();
}

export function update(root, group, state, act) {
	replays.has(group) || replays.set(group, { status: 'The last inputs of this node.' });
	panel = { root, group, url: act.url(state, group, 'trace'), refusal: !state.leader ? 'The endpoint leader is not exposed over HTTP.' : state.traces ? null : HIDDEN };
	paint();
}

function paint() {
	const { root, group, url, refusal } = panel;
	const replay = replays.get(group);
	render(root,
		h('h2', { tabindex: -1 }, 'Replay'),
		!refusal && h('p.buttons',
			button('Load the trace', () => load(replay, url)),
			h('a', { href: url, download: true }, 'Download')),
		h('p.quiet', { role: 'status' }, refusal ?? replay.status),
		!refusal && replay.index >= 0 && player(replay));
	const slider = root.querySelector('[type=range]');
	if (slider) {
		slider.value = replay.index;
		root.querySelector('[type=checkbox]').checked = replay.shown !== replay.steps;
		drawRing(root.querySelector('svg'), model(replay.shown[replay.index], replay.self));
	}
}

function player(replay) {
	const { shown, index } = replay;
	const now = shown[index];
	const entry = entryOf(now.line);
	const failure = entry.outcome?.fields.failure;
	const place = `${index + 1} of ${shown.length}`;
	const clock = `${time(now.wall, Date.now(), true)}.${String(now.wall % 1000).padStart(3, '0')}`;
	const to = (label, step) => button(label, () => go(replay, step));
	return h('div',
		h('input', { type: 'range', min: 0, max: shown.length - 1, 'aria-label': 'Step', 'aria-valuetext': `${place}, ${clock}`, oninput: (event) => go(replay, Number(event.target.value)) }),
		h('p.buttons', to('First', 0), to('Back', index - 1), to('Forward', index + 1), to('Last', shown.length - 1),
			h('label', h('input', { type: 'checkbox', onchange: (event) => filter(replay, event.target.checked) }), ' only what changed something'),
			h('span.quiet', place)),
		h('p', { 'aria-live': 'polite' }, `${clock} `, h('strong', sentence(entry))),
		h('div.step', svg('svg'), h('div',
			h('ul', effects(effectsOf(entry)).map((each) => h('li', each)), failure && h('li.bad', `the step failed: ${failure}`)),
			!now.store && table('What each member said last', ['Member', 'State', 'Said last'], Object.entries(now.links).map(([id, up]) => [id, name(id), now.states[id]?.toLowerCase() ?? (up ? 'linked' : 'not linked'),
				now.said[id] ? `${now.said[id].what}${now.said[id].term}, ${duration(now.ms - now.said[id].ms)} ago` : 'nothing'])))),
		h('pre.scroll', { tabindex: 0 }, now.line));
}

function model({ links, states, said, leader, store, ms }, self) {
	const ids = [self, ...Object.keys(links)].sort(order);
	return {
		label: leader ? `${leader.id} leads, term ${leader.term}` : 'No leader is known',
		store,
		nodes: ids.map((id) => ({
			id, role: (id === leader?.id) ? 'LEADER' : 'FOLLOWER', state: states?.[id] ?? ((id === self || id === leader?.id || links[id]) ? 'UP' : 'UNKNOWN'),
			note: (id === self) ? 'this node' : said[id] ? `${said[id].what}, ${duration(ms - said[id].ms)} ago` : null })),
		links: store ? ids.map((a) => ({ a, b: null, aHears: (a === self) ? !store.away : null, bHears: null })) : Object.keys(links).map((b) => ({ a: self, b, aHears: links[b], bHears: null }))
	};
}
