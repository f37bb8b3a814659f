// The one sentence on top: what is wrong, or that nothing is. And the list of problems with their remedies.
import { copies, count, duration, h, millis, name, names, render, time, visible } from './text.js';

const NUMBERS = ['none', 'one more', 'two more', 'three more', 'four more', 'five more', 'six more', 'seven more'];
const MEND = 'Start the others or mend the network.';

// Judges a group: { level: 'good'|'warn'|'bad', word, sentence, findings, key }. `key` changes where the news is worth a voice.
export function judge(group, state) {
	const shown = state.view.groups[group];
	const seen = look(shown);
	const all = [...find(shown, seen), ...unowned(state.parts[group]?.assignments)];
	const worst = ['bad', 'warn'].find((level) => all.some((finding) => finding.level === level)) ?? 'good';
	const first = all.find((finding) => finding.level === worst && finding.short);
	const said = seen.leader ? led(shown, seen, [first && [': ', first.short], '.']) : leaderless(shown, seen);
	const level = ['bad', 'warn'].find((each) => each === worst || each === said.level) ?? 'good';
	const word = said.word ?? first?.word ?? 'All well';
	return { level, word, sentence: said.sentence ?? said, findings: all.filter((finding) => finding.what ?? finding !== first),
		key: [group, level, word, seen.leader, seen.of, all.length].join(' ') };
}

// Partitions without an owner that wait for somebody to act.
const unowned = (parts) => Object.entries(parts?.assignments ?? {}).map(([of, { plan }]) => [of, ['NO_CAPACITY', 'PINNED', 'ALL_REFUSE'].flatMap((why) => plan?.unowned[why] ?? []).length])
	.filter(([, many]) => many).map(([of, many]) => ({ level: 'warn', word: 'Without an owner', short: [`${count(many, 'partition')} of `, name(of), ` ${(many === 1) ? 'has' : 'have'} no owner: see Assignments`] }));

function look({ members, quorum, observer, history, leader, asOf }) {
	const self = observer ? 0 : 1;
	const reachable = quorum?.reachable ?? members.filter((member) => member.state === 'UP').length + self;
	const last = history.at(-1);
	const total = members.length + self;
	return {
		leader: leader?.id, total,
		of: `${reachable} of ${count(total, 'member')}`,
		short: quorum && `${reachable} of ${count(total, 'member')} ${(reachable === 1) ? 'is' : 'are'} reachable, ${quorum.required} are needed. ${MEND}`,
		spare: quorum ? reachable - quorum.required : null,
		leads: leader && [name(leader.id), ' leads', last && !last.until && last.leader === leader.id && ` since ${time(last.from, asOf)}`]
	};
}

const below = ({ problems }) => problems.length > 1 ? 'See the problems below.' : problems.length ? 'See the problem below.' : '';

function led({ store, observer, members, node }, { spare, leads, of, short, total }, tail) {
	if (store) {
		const others = new Set([...members.map(({ id }) => id), ...(observer ? [] : [node])]).size - 1;
		return [leads, ' by its lease in the store', others > 0 && `, ${count(others, 'other instance')} ${(others === 1) ? 'stands' : 'stand'} by`, tail];
	}
	if (observer) {
		return [`${of}, `, leads, ', as this observer sees it', tail];
	}
	if (total === 1) {
		return { word: 'Alone', level: 'warn', sentence: [leads, ', alone: no other member is configured, nobody takes over when it stops', tail] };
	}
	return (spare !== null && spare < 0) ? { word: 'Losing its leader', level: 'bad', sentence: [leads, ` to the end of its lease and no longer: ${short}`] }
		: [`${of}, `, leads, spare !== null && `, ${NUMBERS[spare] ?? `${spare} more`} may fail`, tail];
}

function leaderless(shown, { spare, of, short }) {
	const { history, lease, leaderlessFor, observer, store, voting, problems, role } = shown;
	const ms = millis(leaderlessFor);
	const long = ms > 3 * (millis(lease) ?? 2000);
	const word = history.length ? 'No leader' : 'No leader yet';
	const say = (bad, ...sentence) => ({ level: bad ? 'bad' : 'warn', word, sentence: [word, ms > 0 && `${history.length ? ' for' : ', after'} ${duration(ms)}`, ': ', sentence] });
	if (observer) {
		return say(true, 'no member that this observer asks knows one. ', below(shown));
	}
	if (spare < 0) {
		return say(true, short);
	}
	if (store) {
		return say(long || problems.length, 'this node sees nobody hold the lease in the store. ', below(shown) || 'The next to look takes it.');
	}
	if (voting.startsWith('no')) {
		const waits = voting.startsWith('not yet');
		return say(!waits || long, waits ? 'this node waits before it votes (' : 'this node may not vote (', name(voting.replace(/^[^:]*: /, '')), '). ', waits ? 'It ends by itself.' : below(shown));
	}
	if (problems.some((problem) => /stands for election|every member is a witness/.test(problem))) {
		return say(true, 'nobody stands for election. ', below(shown));
	}
	return say(long, `${of} reachable, enough; ${(role === 'CANDIDATE') ? 'this node stands for election' : 'an election is due or under way'}`,
		long ? [', for longer than usual. ', below(shown) || 'Download the traces of all nodes.'] : '.');
}

// All that is not as it should be, the worst first. `short` fits at the end of the sentence.
function find({ workInFlight: work, leader, store, splitBrainSuspected, draining, flapping, members, observer, voting, paused, problems, promises, algorithm }, { spare }) {
	const found = [];
	const add = (level, word, short, ...what) => found.push({ level, word, short, what: what.length ? what : null });
	const warn = (...finding) => add('warn', ...finding);
	const strong = (...text) => h('strong', ...text);
	splitBrainSuspected.forEach((text) => add('bad', 'Two leaders?', 'two leaders are suspected, and work may run twice', strong('Two leaders suspected. '), name(text),
		'. Download the traces of all nodes before you stop any; then stop all but the one with the highest fencing token.'));
	if (work.outliving > 0) {
		add('bad', 'Work outlives its leadership', `${count(work.outliving, 'piece')} of work on this node outlived ${(work.outliving > 1) ? 'their leadership and still run' : 'its leadership and still runs'}`,
			strong('Work outlived its leadership'), ' while another instance may lead: see Work below. End this process if it does harm.');
	}
	if (store && leader && !leader.direct) {
		warn('Store away', 'the store does not answer, so it leads to the end of its lease and no longer', strong('The store does not answer. '), 'Bring it back, or mend the way to it: half a lease costs nothing, then nobody leads until it answers.');
	}
	if (draining) {
		warn('Handing over', [name(leader.id), ` gives up leadership and waits for ${work.count ? `${count(work.count, 'running piece')} of work, the oldest for ${duration(work.oldest)}` : 'nothing any more'}`]);
	}
	if (flapping) {
		warn('Flapping', 'leadership flaps', strong('Leadership flaps. '), name(flapping), '.');
	}
	if (!store) {
		const gone = members.filter((member) => member.state in MISSING);
		const all = gone.length && [names(gone.map(({ id }) => id)), ' ', (gone.length > 1) ? 'are missing' : MISSING[gone[0].state]];
		gone.forEach(({ id, state, suspectedBy, connected, lastHeard }) => warn('A member is missing', copies(all), h('strong', name(id), ` ${MISSING[state]}`),
			suspectedBy.length > 0 && [', missed by ', names(suspectedBy)], !connected && lastHeard && `, last heard ${duration(lastHeard)} ago`,
			connected ? '. The link is open: look for pauses of its process, or messages that are lost; then restart it.'
				: (state === 'UNKNOWN') ? '. Start it, or look for a wrong name or port in peers, a firewall, a proxy.' : '. Start it, or mend the way to it.'));
		members.filter((member) => member.state === 'UP' && member.suspectedBy.length > 0).forEach(({ id, suspectedBy: by }) => {
			const cut = [names(by), (by.length > 1) ? ' do not hear ' : ' does not hear ', name(id)];
			warn('A link is cut', cut, strong(copies(cut)), '. Mend the way from ', name(id), ' to ', names(by), '.');
		});
		if (leader && !leader.direct && !observer) {
			warn('Not heard', 'this node does not hear it itself', 'This node knows the leader through others: look at the way from ', name(leader.id), ' to this node.');
		}
		if (leader && voting.startsWith('no') && !observer) {
			warn('Not voting', 'this node does not vote', strong('This node does not vote: '), name(voting), '.');
		}
	}
	if (paused) {
		warn('Paused', 'this node is paused', strong('This node is paused. '), 'It votes, but does not stand for election: resume it when it is to lead.');
	}
	// What is said above already needs no second line.
	const told = [paused && 'it is paused: resume', spare < 0 && 'members can be reached, but', 'does not vote yet; not yet: waiting'].filter(Boolean);
	problems.filter((text) => !told.some((each) => text.includes(each)))
		.forEach((text) => warn('Look at this', text.includes(' miss this node ') ? 'others miss this node' : 'this node has a problem', name(text), '.'));
	if (!store && promises.length && !promises.includes('S2')) {
		add('note', null, null, `The election “${algorithm}”, as it is set, does not promise a single leader: each part of a divided network may have one.`);
	}
	return found;
}

const MISSING = { DOWN: 'is down', SUSPECTED: 'is suspected', UNKNOWN: 'was never heard' };

const SIGNS = { good: '✓', warn: '!', bad: '✕' };

export const sign = (level) => h('span.sign', { 'aria-hidden': 'true' }, SIGNS[level]);

// Shows the verdict in root, and says it in `voice` where it is news.
export function update(root, voice, group, state) {
	const { level, word, sentence, findings, key } = judge(group, state);
	root.className = `verdict ${level}`;
	render(root, h('p.word', sign(level), word), h('p', { id: 'sentence' }, sentence),
		findings.length > 0 && h('ul.findings', findings.map((finding) => h('li', { class: finding.level }, copies(finding.what ?? finding.short)))));
	if (voice.dataset.said !== key) {
		voice.dataset.said = key;
		render(voice, `${word}. ${root.querySelector('#sentence').textContent}`);
	}
	document.title = `${SIGNS[level]} ${visible(state.view.node)} · Leader election`;
}
