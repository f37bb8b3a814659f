// The page: receives states, keeps the chosen group, and gives each part its section.
import { act, LAST, update as actions } from './act.js';
import { live } from './live.js';
import { duration, h, name, render, table, visible } from './text.js';
import { judge, sign, update as verdict } from './sentence.js';
import { update as ring } from './ring.js';
import { update as timeline } from './timeline.js';
import { update as assignments } from './assignments.js';
import { fence, metadata } from './metadata.js';
import { update as work } from './work.js';
import { update as replay } from './replay.js';

const at = (id) => document.getElementById(id);
const PARTS = Object.entries({ verdict, act: actions, fence, ring, timeline, assignments, metadata, work, replay, refusals });
const LEVELS = { good: 'all well', warn: 'look at this', bad: 'trouble' };

// By reasons, as the guide has them.
const REMEDIES = {
	'SECRET CLUSTER TRANSPORT ALGORITHM VERSION': 'this setting, or the release, differs between two nodes',
	'MEMBER_LIST UNKNOWN_MEMBER WRONG_NODE': 'the ids in peers, or the URLs behind them, differ',
	UNKNOWN_MESSAGE: 'groups or releases differ; harmless in an upgrade',
	NOT_LOOPBACK: 'there is no secret: set one on all nodes',
	'OWN_ID SECOND_NODE': 'two processes have one id, or a URL leads back to its node',
	CERTIFICATE: 'a member has no certificate for its host, or no https URL',
	UNREACHED: 'a member reaches this node, not the other way: check its URL',
	TOO_MANY_OBSERVERS: 'transport.max-observers is reached',
	OBSERVER_ID: 'an observer has the id of a member',
	TOO_MANY_WORKERS: 'let fewer instances own partitions',
	'SEAL REPLAYED SESSION': 'something between the nodes changes, repeats or drops messages',
	'TOO_MANY SLOW_HANDSHAKE ORIGIN MALFORMED BINARY OVERSIZED FOREIGN': 'a client that is no member connects here',
	BY_PEER: 'another node refused this one: its log says why'
};
const remedy = (reason) => REMEDIES[Object.keys(REMEDIES).find((reasons) => reasons.split(' ').includes(reason))];

let state = null;
let group = null;

const hash = (each) => `#${encodeURIComponent(each)}`;

function draw() {
	const { view } = state;
	const groups = Object.keys(view.groups);
	group = groups.find((each) => hash(each) === location.hash) ?? (groups.includes(group) ? group : groups[0]);
	render(at('whose'), 'Cluster ', name(view.cluster), ', as node ', h('strong', name(view.node)), ' sees it');
	if (group === undefined) {
		render(at('sentence'), 'This node takes part in no election.');
		return;
	}
	// One part that fails must not take the others along.
	for (const [id, update] of [['tabs', () => tabs(groups)], ...PARTS]) {
		try {
			update(at(id), group, state, act);
		}
		catch (error) {
			at(id).classList.replace('good', 'bad');
			at(id).replaceChildren(h('p.failed', `This part cannot be shown: ${error}`));
		}
	}
}

// Groups as tabs, each with its state and this node's role; none with a single group.
function tabs(groups) {
	const root = at('tabs');
	const many = groups.length > 1;
	Object.assign(at('group'), { role: many ? 'tabpanel' : null, ariaLabel: many ? visible(group) : null });
	const key = (event) => {
		const step = { ArrowRight: 1, ArrowLeft: -1, Home: -groups.indexOf(group), End: groups.length - 1 - groups.indexOf(group) }[event.key];
		if (step !== undefined) {
			event.preventDefault();
			choose(groups[(groups.indexOf(group) + step + groups.length) % groups.length]);
			root.querySelector('[aria-selected=true]').focus();
		}
	};
	render(root, many && h('div', { role: 'tablist', 'aria-label': 'Groups', onkeydown: key }, groups.map((each) => {
		const { level } = judge(each, state);
		const { observer, role } = state.view.groups[each];
		return h('button', { role: 'tab', key: each, 'aria-selected': String(each === group), 'aria-controls': 'group', tabindex: (each === group) ? 0 : -1,
			class: level, onclick: () => choose(each) },
		sign(level), name(each), h('small', ` ${observer ? 'observes' : role.toLowerCase()}`), h('span.unseen', `, ${LEVELS[level]}`));
	})));
}

function choose(next) {
	history.replaceState(null, '', hash(next));
	draw();
}

// What the transport of this node refused.
function refusals(root, of, { view }) {
	const counts = Object.entries(view.refusals);
	render(root, counts.length > 0 && [
		h('h2', 'Refused links'),
		table('Refused by this node since its start', ['Reason', 'Times', 'What it means'], counts.map(([reason, times]) => [reason, name(reason), times, remedy(reason)]))
	]);
}

function age({ how, ms, why }) {
	const root = at('age');
	root.className = how;
	document.body.classList.toggle('stale', how === 'stopped' && ms !== null);
	render(root, h('span.dot', { 'aria-hidden': 'true' }), (how !== 'stopped') ? [how, ms > 1900 && `, ${duration(ms)} old`]
		: (ms === null) ? (why ?? 'Connecting …') : [`stopped ${duration(Math.floor(ms / 1000) * 1000).replace('.0', '')} ago`, why && `: ${why}`]);
}

at('group').append(...PARTS.slice(1).map(([id]) => h('section', { id })));
['hashchange', 'resize'].forEach((each) => addEventListener(each, () => state && draw()));
live(LAST, (next) => {
	state = next;
	draw();
}, age);
