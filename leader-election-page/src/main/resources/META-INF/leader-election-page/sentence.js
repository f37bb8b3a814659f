// The one sentence on top: what is wrong, or that nothing is. And the list of problems with their remedies.
import { copies, count, deaf, duration, h, millis, name, names, render, time, visible } from './text.js';
import { why } from './timeline.js';

// Judges a group: { level: 'good'|'warn'|'bad', word, sentence, findings, key }. `key` changes where the news is worth a voice.
export function judge(group, state) {
	const shown = state.view.groups[group];
	const seen = look(shown);
	const all = [...find(shown, seen), ...unowned(state.parts[group]?.assignments)];
	const found = worst(all);
	const first = all.find(({ level, short }) => level === found && short);
	const said = seen.leader ? led(shown, seen, [first && [': ', first.short], '.']) : leaderless(shown, seen);
	const level = worst([...all, said]);
	const word = said.word ?? first?.word ?? 'All well';
	return { level, word, sentence: said.sentence ?? said, findings: all.filter((finding) => finding.what || finding !== first),
		key: [group, level, word, seen.leader, seen.of, all.length].join(' ') };
}

const worst = (all) => ['bad', 'warn'].find((each) => all.some(({ level }) => level === each)) ?? 'good';

// Partitions without an owner that wait for somebody to act.
const unowned = (parts) => Object.entries(parts?.assignments ?? {}).map(([of, { plan }]) => [of, ['NO_CAPACITY', 'PINNED', 'ALL_REFUSE'].flatMap((why) => plan?.unowned[why] ?? []).length])
	.filter(([, many]) => many).map(([of, many]) => ({ level: 'warn', word: 'Without an owner', short: [`${count(many, 'partition')} of `, name(of), ` ${(many === 1) ? 'has' : 'have'} no owner: see Assignments`] }));

function look({ members, quorum, observer, history, leader, asOf, problems, paused, voting }) {
	const self = observer ? 0 : 1;
	const reachable = quorum?.reachable ?? members.filter(({ state }) => state === 'UP').length + self;
	const last = history.at(-1);
	const total = members.length + self;
	const of = `${reachable} of ${count(total, 'member')}`;
	const over = quorum && reachable - quorum.required;
	// Witnesses never lead.
	const able = members.filter(({ state, witness }) => state === 'UP' && !witness).length + (voting.includes('it never leads') ? 0 : self);
	return {
		leader: leader?.id, total, of,
		short: quorum && `${of} ${(reachable === 1) ? 'is' : 'are'} reachable, ${quorum.required} are needed. Start the others or mend the network.`,
		spare: (over > 0) ? Math.min(over, Math.max(0, able - 1)) : over,
		// Without those that are said anyway.
		problems: problems.filter((text) => !(paused && text.includes('it is paused: resume')) && !text.includes('members can be reached, but')),
		leads: leader && [name(leader.id), ' leads', last && !last.until && last.leader === leader.id && ` since ${time(last.from, asOf)}`]
	};
}

function led({ store, observer, leading }, { spare, leads, of, short, total }, tail) {
	return store ? [leads, ' by its lease in the store', !leading && ', this instance stands by', tail]
		: observer ? [`${of}, `, leads, ', as this observer sees it', tail]
		: (total === 1) ? { word: 'Alone', level: 'warn', sentence: [leads, ', alone: no other member is configured, nobody takes over when it stops', tail] }
		: (spare < 0) ? { word: leading ? 'Losing its leader' : 'Cut off', level: 'bad', sentence: [leads, leading ? ' to the end of its lease and no longer' : ', as far as this node knows', `: ${short}`] }
		: [`${of}, `, leads, spare !== null && `, ${['none', 'one', 'two', 'three'][spare] ?? spare}${spare ? ' more' : ''} may fail`, tail];
}

function leaderless({ history, lease, leaderlessFor, observer, store, voting, role }, { spare, of, short, problems }) {
	const ms = millis(leaderlessFor);
	const long = ms > 3 * (millis(lease) ?? 2000);
	const word = history.length ? 'No leader' : 'No leader yet';
	const say = (bad, ...sentence) => ({ level: bad ? 'bad' : 'warn', word, sentence: [word, ms > 0 && `${history.length ? ' for' : ', after'} ${duration(ms)}`, ': ', sentence] });
	return (spare < 0) ? say(true, short)
		: problems.length > 0 ? say(long || !voting.startsWith('not yet'), name(problems[0]), '.')
		: observer ? say(true, 'no member that this observer asks knows one.')
		: store ? say(long, 'this node sees nobody hold the lease in the store. The next to look takes it.')
		: say(long, `${of} reachable, enough; ${(role === 'CANDIDATE') ? 'this node stands for election' : 'an election is due or under way'}`,
			long ? ', for longer than usual. Download the traces of all nodes.' : '.');
}

// All that is not as it should be, the worst first. `short` fits at the end of the sentence.
function find({ workInFlight: work, leader, store, splitBrainSuspected, draining, flapping, members, observer, voting, paused, promises, algorithm, failed }, { spare, problems }) {
	const found = [];
	// With a remedy it is also a line of its own: what is wrong, then the remedy.
	const add = (level, word, short, ...remedy) => found.push({ level, word, short,
		what: remedy.length > 0 && [h('strong', (typeof short === 'string') ? short[0].toUpperCase() + short.slice(1) : copies(short)), '. ', remedy] });
	const warn = (...finding) => add('warn', ...finding);
	splitBrainSuspected.forEach((text) => add('bad', 'Two leaders?', 'two leaders are suspected, and work may run twice', name(text),
		'. Download the traces of all nodes before you stop any; then stop all but the one with the highest fencing token.'));
	if (failed) {
		// What it knew stands still.
		add('bad', 'The elector has failed', 'this node takes no part any more', name(problems.at(-1)), '.');
		return found;
	}
	if (work.outliving > 0) {
		add('bad', 'Work outlives its leadership', 'work on this node outlived its leadership and still runs', 'Another instance may lead: see Work below. End this process if it does harm.');
	}
	if (store && leader && !leader.direct) {
		warn('Store away', 'the store does not answer this node; if it answers nobody, that ends with the lease', 'Bring it back, or mend the way to it.');
	}
	if (draining) {
		warn('Handing over', [name(leader.id), ` gives up leadership and waits for ${work.count ? `${count(work.count, 'running piece')} of work, the oldest for ${duration(work.oldest)}` : 'nothing any more'}`]);
	}
	if (flapping) {
		warn('Flapping', 'leadership flaps', name(flapping), '.');
	}
	if (!store) {
		const gone = voting.startsWith('no: not started') ? [] : members.filter(({ state }) => state in MISSING);
		const missing = ({ state, lastHeard }) => (state !== 'UNKNOWN') ? MISSING[state] : observer ? 'is not known to this observer' : lastHeard ? 'is not in the group' : MISSING.UNKNOWN;
		gone.forEach((each) => {
			const { id, state, suspectedBy, connected, lastHeard } = each;
			add('warn', 'A member is missing', [names(gone.map((one) => one.id)), ' ', (gone.length > 1) ? 'are missing' : missing(each)]);
			found.at(-1).what = [h('strong', name(id), ` ${missing(each)}`), suspectedBy.length > 0 && [', missed by ', names(suspectedBy)], !connected && lastHeard && `, last heard ${duration(lastHeard)} ago`,
				connected ? '. The link is open: look for pauses of its process, or messages that are lost; then restart it.'
					: `. Start it, or mend the way to it${(missing(each) === MISSING.UNKNOWN) ? ': a wrong name or port in peers, a firewall, a proxy' : ''}.`];
		});
		members.filter(({ state, suspectedBy }) => state === 'UP' && suspectedBy.length > 0)
			.forEach(({ id, suspectedBy: by }) => warn('A link is cut', deaf(by, id), 'Mend the way from ', name(id), ' to ', names(by), '.'));
		if (leader && !leader.direct && !observer) {
			warn('Not heard', 'this node does not hear it itself', 'Look at the way from ', name(leader.id), ' to this node.');
		}
		if (leader && voting.startsWith('no') && !observer) {
			warn('Not voting', 'this node does not vote', name(voting), '.');
		}
	}
	if (paused) {
		warn('Paused', 'this node is paused', 'It votes, but does not stand for election: resume it when it is to lead.');
	}
	// Without a leader, the sentence says the first one.
	problems.slice((leader || spare < 0) ? 0 : 1)
		.forEach((text) => found.push({ level: 'warn', word: 'Look at this', short: text.includes(' miss this node ') ? 'others miss this node' : 'this node has a problem', what: [name(text), '.'] }));
	if (!store && promises.length && !promises.includes('S2')) {
		found.push({ what: `The election “${algorithm}”, as it is set, does not promise a single leader: each part of a divided network may have one.` });
	}
	return found;
}

const MISSING = { DOWN: 'is down', SUSPECTED: 'is suspected', UNKNOWN: 'was never heard' };

const SIGNS = { good: '✓', warn: '!', bad: '✕' };

export const sign = (level) => h('span.sign', { 'aria-hidden': 'true' }, SIGNS[level]);

// Why leadership moved, for ten minutes.
function moved({ history, leader, asOf }) {
	const [last, was] = [history.at(-1), history.findLast(({ until }) => until)];
	const ago = was && new Date(asOf) - new Date(last.until ?? last.from);
	return ago < 600_000 && h('p.quiet', { key: 'moved' }, `Leadership ${leader ? 'moved' : 'ended'} ${duration(Math.max(0, ago))} ago: `, name(was.leader), ` ${why(was)}.`);
}

// Shows the verdict in root, and says it in #voice where it is news.
export function update(root, group, state) {
	const { level, word, sentence, findings, key } = judge(group, state);
	const voice = root.nextElementSibling;
	root.className = `verdict ${level}`;
	render(root, h('p.word', sign(level), word), h('p', { id: 'sentence' }, sentence), moved(state.view.groups[group]),
		findings.length > 0 && h('ul.findings', findings.map((finding) => h('li', { class: finding.level }, copies(finding.what || finding.short)))));
	if (voice.dataset.said !== key) {
		voice.dataset.said = key;
		render(voice, `${word}. ${root.querySelector('#sentence').textContent}`);
	}
	document.title = `${SIGNS[level]} ${visible(state.view.node)} · Leader election`;
}
