// The one sentence on top: what is wrong, or that nothing is. And the list of problems with their remedies.
import { count, duration, h, millis, name, names, render, time } from './text.js';

const NUMBERS = ['none', 'one more', 'two more', 'three more', 'four more', 'five more', 'six more', 'seven more'];

/*
 * Judges a group: { level: 'good'|'warn'|'bad', word, sentence: children of h(), key, findings: [{ level, what }] }.
 * `key` changes where the news is worth a voice, not with each tenth of a second.
 */
export function judge(group, state) {
	const shown = state.view.groups[group];
	const seen = look(shown, state);
	const findings = find(shown, seen, state);
	const worst = ['bad', 'warn'].find((level) => findings.some((finding) => finding.level === level)) ?? 'good';
	const first = findings.find((finding) => finding.level === worst && finding.short);
	const { level = worst, word = first?.word, sentence } = seen.leader ? led(shown, seen, first) : leaderless(shown, seen);
	const sum = (level === 'bad' || worst === 'bad') ? 'bad' : (level === 'warn' || worst === 'warn') ? 'warn' : 'good';
	return { level: sum, word: word ?? { good: 'All well', warn: 'Look at this', bad: 'Trouble' }[sum], sentence, findings,
		key: [sum, word, seen.leader, seen.reachable, seen.total, findings.length].join(' ') };
}

function look(shown, state) {
	const asOf = shown.asOf ?? state.asOf;
	const total = shown.members.length + (shown.observer ? 0 : 1);
	const up = shown.members.filter((member) => member.state === 'UP').length + (shown.observer ? 0 : 1);
	const last = shown.history.at(-1);
	const leader = shown.leader?.id;
	return {
		self: shown.node ?? state.view.node, asOf, total, leader,
		reachable: shown.quorum?.reachable ?? up,
		required: shown.quorum?.required ?? null,
		spare: shown.quorum ? shown.quorum.reachable - shown.quorum.required : null,
		since: (last && !last.until && last.leader === leader) ? ` since ${time(last.from, asOf)}` : '',
		missing: shown.members.filter((member) => member.state !== 'UP'),
		alone: !shown.store && !shown.observer && shown.members.length === 0
	};
}

const of = ({ reachable, total }) => `${reachable} of ${count(total, 'member')}`;

const reached = (seen) => `${of(seen)} ${(seen.reachable === 1) ? 'is' : 'are'} reachable`;

function led(shown, seen, first) {
	const { leader, since, spare } = seen;
	const leads = [name(leader), ` leads${since}`];
	const tail = first ? [': ', first.short, '.'] : ['.'];
	if (seen.alone) {
		return { word: 'Alone', level: 'warn', sentence: [...leads, ', alone: no other member is configured, so nobody takes over when it stops', ...tail] };
	}
	if (shown.store) {
		const others = shown.members.filter((member) => member.id !== leader).length + ((leader !== seen.self && !shown.observer) ? 1 : 0);
		return { sentence: [...leads, ' by its lease in the store', others > 0 && `, ${count(others, 'other instance')} ${(others === 1) ? 'stands' : 'stand'} by`, ...tail] };
	}
	if (shown.observer) {
		return { sentence: [`${of(seen)} up, `, ...leads, '; this node only observes', ...tail] };
	}
	if (spare !== null && spare < 0) {
		return { level: 'bad', word: 'Losing its leader', sentence: [...leads, ' to the end of its lease and no longer: ', `${reached(seen)}, ${seen.required} are needed. Start the others or mend the network.`] };
	}
	const may = (spare === null) ? '' : (spare === 0) ? ', none may fail' : `, ${NUMBERS[spare] ?? `${spare} more`} may fail`;
	return { sentence: [`${of(seen)}, `, ...leads, may, ...tail] };
}

function leaderless(shown, seen) {
	const ms = millis(shown.leaderlessFor);
	const none = (shown.history.length > 0 || ms === null) ? 'No leader' : 'No leader yet';
	const start = (ms > 0) ? `${none} for ${duration(ms)}: ` : `${none}: `;
	const bad = (...sentence) => ({ level: 'bad', word: none, sentence: [start, ...sentence] });
	const long = ms > 3 * (millis(shown.lease) ?? 2000);
	if (shown.observer) {
		return bad('no member that this observer asks knows one. ', shown.problems[0] ? name(shown.problems[0]) : 'Ask a member itself.');
	}
	if (seen.spare !== null && seen.spare < 0) {
		return bad(`${reached(seen)}, ${seen.required} are needed. Start the others or mend the network.`);
	}
	if (/^no: /.test(shown.voting)) {
		return bad('this node may not vote (', name(shown.voting.slice(4)), '). ', more(shown));
	}
	if (shown.store && shown.problems.length > 0) {
		return bad('the store does not let anybody lead. See the problem below.');
	}
	if (/^not yet/.test(shown.voting) && !shown.store) {
		return { level: long ? 'bad' : 'warn', word: none, sentence: [start, 'this node waits before it votes (', name(shown.voting.replace(/^not yet: /, '')), '). ', more(shown)] };
	}
	if (shown.problems.some((problem) => /stands for election|every member is a witness/.test(problem)) || (shown.paused && seen.alone)) {
		return bad('nobody stands for election. ', shown.paused ? 'Resume this node or another one.' : 'See the problem below.');
	}
	const under = shown.store ? 'nobody holds the lease in the store, the next to look takes it' : `${reached(seen)}${(seen.required === null) ? '' : ', enough'}; ${(shown.role === 'CANDIDATE') ? 'this node stands for election' : 'an election is due or under way'}`;
	return long ? bad(under, ', for longer than usual. ', shown.problems.length ? 'See the problems below.' : 'Download the traces of all nodes.')
		: { level: 'warn', word: 'Electing', sentence: [start, under, '.'] };
}

const more = (shown) => shown.problems.length ? 'See the problem below.' : 'It ends by itself.';

// All that is not as it should be, the worst first. `short` fits at the end of the sentence.
function find(shown, seen, state) {
	const work = shown.workInFlight ?? {};
	const found = [];
	const add = (level, word, short, ...what) => found.push({ level, word, short, what: what.length ? what : short });
	shown.splitBrainSuspected.forEach((text) => add('bad', 'Two leaders?', 'two leaders are suspected, work may run twice', h('strong', null, 'Two leaders suspected. '), name(text),
		' Download the traces of all nodes before you stop any; then stop all but the one with the highest fencing token.'));
	if (work.outliving > 0) {
		add('bad', 'Work outlives', `${count(work.outliving, 'piece')} of work outlived ${(work.outliving === 1) ? 'its' : 'their'} leadership and still ${(work.outliving === 1) ? 'runs' : 'run'}`,
			h('strong', null, 'Work outlived its leadership. '), `${count(work.outliving, 'piece')} still ${(work.outliving === 1) ? 'runs' : 'run'} here while another instance may lead: see Work below; end this process if it does harm.`);
	}
	if (shown.store && seen.leader && !shown.leader.direct) {
		add('warn', 'Store away', 'the store does not answer, and it leads to the end of its lease and no longer', h('strong', null, 'The store does not answer. '), 'Bring it back, or mend the way to it: half a lease costs nothing, then nobody leads until it answers.');
	}
	if (shown.draining) {
		const oldest = work.oldest ? `, the oldest for ${duration(work.oldest)}` : '';
		add('warn', 'Handing over', ['it gives up leadership and waits for ', work.count ? `${count(work.count, 'running piece')} of work${oldest}` : 'nothing any more']);
	}
	if (shown.flapping) {
		add('warn', 'Flapping', 'leadership flaps', h('strong', null, 'Leadership flaps. '), name(shown.flapping), '.');
	}
	missing(shown, seen).forEach((finding) => found.push(finding));
	if (!shown.store && seen.leader && !shown.leader.direct && !shown.observer) {
		add('warn', 'Look at this', 'this node does not hear it itself', h('strong', null, 'The leader is known by others only. '), 'Look at the way from ', name(seen.leader), ' to this node.');
	}
	if (/^no/.test(shown.voting ?? '') && !shown.store && !shown.observer && seen.leader) {
		add('warn', 'Not voting', 'this node does not vote', h('strong', null, 'This node does not vote. '), name(shown.voting));
	}
	if (shown.paused) {
		add('warn', 'Paused', 'this node is paused', h('strong', null, 'This node is paused. '), 'It votes, but does not stand for election: resume it when it is to lead.');
	}
	shown.problems.filter((text) => !(shown.paused && / is paused: resume it/.test(text))).forEach((text) => add('warn', 'Look at this', 'this node has a problem', name(text)));
	if (!shown.store && shown.promises.length > 0 && !shown.promises.includes('S2')) {
		add('note', null, null, `The election “${shown.algorithm}” as it is set does not promise a single leader: while the network is divided, each part may have one.`);
	}
	return found;
}

const STATES = { DOWN: 'is down', SUSPECTED: 'is suspected', UNKNOWN: 'was never heard' };

function missing(shown, seen) {
	if (shown.store) {
		return [];
	}
	return ['DOWN', 'SUSPECTED', 'UNKNOWN'].map((state) => seen.missing.filter((member) => member.state === state)).filter((each) => each.length > 0).map((each) => ({
		level: 'warn',
		word: 'A member is missing',
		short: [names(each.map((member) => member.id)), ' ', (each.length > 1) ? STATES[each[0].state].replace(/^is/, 'are').replace(/^was/, 'were') : STATES[each[0].state]],
		what: [each.map((member, i) => [(i > 0) && '; ', h('strong', null, name(member.id), ` ${STATES[member.state]}`), member.suspectedBy.length > 0 && [', missed by ', names(member.suspectedBy)],
			member.lastHeard && !member.connected && `, last heard ${duration(member.lastHeard)} ago`]),
		each.some((member) => member.connected) ? '. The link is open: look for pauses of its process, or messages that are lost; then restart it.'
			: (each[0].state === 'UNKNOWN') ? '. Start it, or look for a wrong name or port in peers, a firewall, a proxy.' : '. Start it, or mend the way to it.']
	}));
}

// Shows the verdict in root: a word, the sentence, the findings; and says it in `voice` where it is news.
export function update(root, voice, group, state) {
	const verdict = judge(group, state);
	root.className = `verdict ${verdict.level}`;
	render(root,
		h('p', { class: 'word' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, { good: '✓', warn: '!', bad: '✕' }[verdict.level]), verdict.word),
		h('p', { id: 'sentence' }, verdict.sentence),
		verdict.findings.length > 0 && h('ul', { class: 'findings' }, verdict.findings.map((finding) => h('li', { class: finding.level }, again(finding.what)))));
	const said = `${group} ${verdict.key}`;
	if (voice.dataset.said !== said) {
		voice.dataset.said = said;
		render(voice, `${verdict.word}. ${root.querySelector('#sentence').textContent}`);
	}
}

const again = (parts) => [parts].flat(Infinity).map((each) => (each instanceof Node) ? each.cloneNode(true) : each);
