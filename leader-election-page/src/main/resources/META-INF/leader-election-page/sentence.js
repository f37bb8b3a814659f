// The one sentence on top: what is wrong, or that nothing is. And the list of problems with their remedies.
import { copies, count, duration, h, millis, name, names, render, time } from './text.js';

const NUMBERS = ['none', 'one more', 'two more', 'three more', 'four more', 'five more', 'six more', 'seven more'];

/*
 * Judges a group: { level: 'good'|'warn'|'bad', word, sentence: children of h(), key, findings: [{ level, what }] }.
 * `key` changes where the news is worth a voice, not with each tenth of a second.
 */
export function judge(group, state) {
	const shown = state.view.groups[group];
	const seen = look(shown);
	const findings = find(shown, seen);
	const worst = ['bad', 'warn'].find((level) => findings.some((finding) => finding.level === level)) ?? 'good';
	const first = findings.find((finding) => finding.level === worst && finding.short);
	const said = seen.leader ? led(shown, seen, first) : leaderless(shown, seen);
	const level = ['bad', 'warn'].find((each) => each === worst || each === said.level) ?? 'good';
	const word = said.word ?? first?.word ?? 'All well';
	return { level, word, sentence: said.sentence, findings: findings.filter((finding) => finding.what ?? finding !== first), key: [group, level, word, seen.leader, seen.reachable, seen.total, findings.length].join(' ') };
}

function look(shown) {
	const { members, quorum, observer, history } = shown;
	const [last, leader] = [history.at(-1), shown.leader?.id];
	const self = observer ? 0 : 1;
	return {
		leader,
		total: members.length + self,
		reachable: quorum?.reachable ?? members.filter((member) => member.state === 'UP').length + self,
		required: quorum?.required,
		spare: quorum ? quorum.reachable - quorum.required : null,
		since: (last && !last.until && last.leader === leader) ? ` since ${time(last.from, shown.asOf)}` : ''
	};
}

const of = ({ reachable, total }) => `${reachable} of ${count(total, 'member')}`;

const reached = (seen) => `${of(seen)} ${(seen.reachable === 1) ? 'is' : 'are'} reachable`;

const below = ({ problems }) => problems.length ? `See the ${(problems.length > 1) ? 'problems' : 'problem'} below.` : '';

function led(shown, seen, first) {
	const { leader, spare } = seen;
	const leads = [name(leader), ` leads${seen.since}`];
	const tail = [first && [': ', first.short], '.'];
	if (shown.store) {
		const others = shown.members.filter(({ id }) => id !== leader && id !== shown.node).length + ((leader !== shown.node && !shown.observer) ? 1 : 0);
		return { sentence: [leads, ' by its lease in the store', others > 0 && `, ${count(others, 'other instance')} ${(others === 1) ? 'stands' : 'stand'} by`, tail] };
	}
	if (shown.observer) {
		return { sentence: [`${of(seen)}, `, leads, ', as this observer sees it', tail] };
	}
	if (seen.total === 1) {
		return { word: 'Alone', level: 'warn', sentence: [leads, ', alone: no other member is configured, nobody takes over when it stops', tail] };
	}
	if (spare !== null && spare < 0) {
		return { word: 'Losing its leader', level: 'bad', sentence: [leads, ` to the end of its lease and no longer: ${reached(seen)}, ${seen.required} are needed. Start the others or mend the network.`] };
	}
	return { sentence: [`${of(seen)}, `, leads, spare !== null && `, ${NUMBERS[spare] ?? `${spare} more`} may fail`, tail] };
}

function leaderless(shown, seen) {
	const ms = millis(shown.leaderlessFor);
	const long = ms > 3 * (millis(shown.lease) ?? 2000);
	const none = shown.history.length ? 'No leader' : 'No leader yet';
	const say = (level, ...sentence) => ({ level, word: none, sentence: [none, ms > 0 && `${shown.history.length ? ' for' : ', after'} ${duration(ms)}`, ': ', sentence] });
	if (shown.observer) {
		return say('bad', 'no member that this observer asks knows one. ', below(shown));
	}
	if (seen.spare < 0) {
		return say('bad', `${reached(seen)}, ${seen.required} are needed. Start the others or mend the network.`);
	}
	if (shown.store) {
		return (long || shown.problems.length) ? say('bad', 'nobody holds the lease in the store. ', below(shown)) : say('warn', 'nobody holds the lease in the store, the next to look takes it.');
	}
	if (shown.voting.startsWith('no')) {
		const waits = shown.voting.startsWith('not yet');
		return say((waits && !long) ? 'warn' : 'bad', waits ? 'this node waits before it votes (' : 'this node may not vote (', name(shown.voting.replace(/^[^:]*: /, '')), '). ', waits ? 'It ends by itself.' : below(shown));
	}
	if (shown.problems.some((problem) => /stands for election|every member is a witness/.test(problem))) {
		return say('bad', 'nobody stands for election. ', below(shown));
	}
	return say(long ? 'bad' : 'warn', `${reached(seen)}, enough; `, (shown.role === 'CANDIDATE') ? 'this node stands for election' : 'an election is due or under way',
		long ? ', for longer than usual. ' : '.', long && (below(shown) || 'Download the traces of all nodes.'));
}

// All that is not as it should be, the worst first. `short` fits at the end of the sentence.
function find(shown, seen) {
	const { workInFlight: work, leader, store } = shown;
	const found = [];
	const add = (level, word, short, ...what) => found.push({ level, word, short, what: what.length ? what : null });
	const strong = (...text) => h('strong', ...text);
	shown.splitBrainSuspected.forEach((text) => add('bad', 'Two leaders?', 'two leaders are suspected, and work may run twice', strong('Two leaders suspected. '), name(text),
		'. Download the traces of all nodes before you stop any; then stop all but the one with the highest fencing token.'));
	if (work.outliving > 0) {
		add('bad', 'Work outlives its leadership', `${count(work.outliving, 'piece')} of work outlived its leadership and still runs on this node`,
			strong('Work outlived its leadership'), ' and still runs here while another instance may lead: see Work below. End this process if it does harm.');
	}
	if (store && leader && !leader.direct) {
		add('warn', 'Store away', 'the store does not answer, so it leads to the end of its lease and no longer', strong('The store does not answer. '), 'Bring it back, or mend the way to it: half a lease costs nothing, then nobody leads until it answers.');
	}
	if (shown.draining) {
		add('warn', 'Handing over', `it gives up leadership and waits for ${work.count ? `${count(work.count, 'running piece')} of work, the oldest for ${duration(work.oldest)}` : 'nothing any more'}`);
	}
	if (shown.flapping) {
		add('warn', 'Flapping', 'leadership flaps', strong('Leadership flaps. '), name(shown.flapping), '.');
	}
	if (!store) {
		found.push(...missing(shown.members));
		if (leader && !leader.direct && !shown.observer) {
			add('warn', 'Not heard', 'this node does not hear it itself', 'This node knows the leader through others: look at the way from ', name(leader.id), ' to this node.');
		}
		if (leader && shown.voting.startsWith('no') && !shown.observer) {
			add('warn', 'Not voting', 'this node does not vote', strong('This node does not vote: '), name(shown.voting), '.');
		}
	}
	if (shown.paused) {
		add('warn', 'Paused', 'this node is paused', strong('This node is paused. '), 'It votes, but does not stand for election: resume it when it is to lead.');
	}
	shown.problems.filter((text) => !(shown.paused && text.includes('it is paused: resume')) && !(seen.spare < 0 && /^Only \d+ of/.test(text))
			&& !text.startsWith('This node does not vote yet; not yet: waiting'))
		.forEach((text) => add('warn', 'Look at this', text.includes(' miss this node ') ? 'others miss this node' : 'this node has a problem', name(text), '.'));
	if (!store && shown.promises.length && !shown.promises.includes('S2')) {
		add('note', null, null, `The election “${shown.algorithm}”, as it is set, does not promise a single leader: each part of a divided network may have one.`);
	}
	return found;
}

const MISSING = [
	['DOWN', 'is down', 'are down', 'Start it, or mend the way to it.'],
	['SUSPECTED', 'is suspected', 'are suspected', 'Start it, or mend the way to it.'],
	['UNKNOWN', 'was never heard', 'were never heard', 'Start it, or look for a wrong name or port in peers, a firewall, a proxy.']
];

// Members by their state, and links that are cut between two that are up.
const missing = (members) => [...MISSING.flatMap(([state, is, are, remedy]) => {
	const each = members.filter((member) => member.state === state);
	return !each.length ? [] : [{
		level: 'warn',
		word: 'A member is missing',
		short: [names(each.map((member) => member.id)), ' ', (each.length > 1) ? are : is],
		what: [each.map((member, i) => [i > 0 && '; ', h('strong', name(member.id), ` ${is}`), member.suspectedBy.length > 0 && [', missed by ', names(member.suspectedBy)],
			!member.connected && member.lastHeard && `, last heard ${duration(member.lastHeard)} ago`]), '. ',
		(state === 'SUSPECTED' && each.some((member) => member.connected)) ? 'The link is open: look for pauses of its process, or messages that are lost; then restart it.' : remedy]
	}];
}), ...members.filter((member) => member.state === 'UP' && member.suspectedBy.length > 0).map((member) => {
	const by = () => names(member.suspectedBy);
	const text = [by(), (member.suspectedBy.length > 1) ? ' do not hear ' : ' does not hear ', name(member.id)];
	return { level: 'warn', word: 'A link is cut', short: text, what: [h('strong', copies(text)), '. Mend the way from ', name(member.id), ' to ', by(), '.'] };
})];

const SIGNS = { good: '✓', warn: '!', bad: '✕' };

// A mark by shape and colour.
export const sign = (level) => h('span.sign', { 'aria-hidden': 'true' }, SIGNS[level]);

// Shows the verdict in root: a word, the sentence, the findings; and says it in `voice` where it is news.
export function update(root, voice, group, state) {
	const { level, word, sentence, findings, key } = judge(group, state);
	root.className = `verdict ${level}`;
	render(root,
		h('p.word', sign(level), word),
		h('p', { id: 'sentence' }, sentence),
		findings.length > 0 && h('ul.findings', findings.map((finding) => h('li', { class: finding.level }, copies(finding.what ?? finding.short)))));
	if (voice.dataset.said !== key) {
		voice.dataset.said = key;
		render(voice, `${word}. ${root.querySelector('#sentence').textContent}`);
	}
	document.title = `${SIGNS[level]} ${state.view.node} · Leader election`;
}
