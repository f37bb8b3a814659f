package io.github.leaderelection.system.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.LifeRecord;
import io.github.leaderelection.system.cluster.Leaderships;

/**
 * Judges by what nodes wrote down of themselves whether the election kept its promises.
 * Stamps of all processes are of one clock.
 */
final class Checker {

	private final List<LifeRecord> records;

	private final List<Attempt> attempts;

	private final List<Violation> violations = new ArrayList<>();

	private Checker(List<LifeRecord> records, List<Attempt> attempts) {
		this.records = records;
		this.attempts = attempts;
	}

	/**
	 * Judges.
	 * @param records what the nodes wrote down, of each node in the order of its lives
	 * @param attempts the attempts to write to the register
	 * @return what is wrong, empty if nothing is
	 */
	static List<Violation> violations(List<LifeRecord> records, List<Attempt> attempts) {
		Checker checker = new Checker(records, attempts);
		checker.oneLeaderATerm();
		checker.oneLeaderAtATime();
		checker.tokensRise();
		checker.grantsEndOnce();
		checker.registerNeverGoesBack();
		return List.copyOf(checker.violations);
	}

	private void violated(String promise, String what) {
		this.violations.add(new Violation(promise, what));
	}

	private void oneLeaderATerm() {
		Map<Long, String> leaders = new HashMap<>();
		for (LifeRecord life : this.records) {
			Set<Long> terms = new HashSet<>();
			life.led().stream().map(Run::answer).filter((term) -> term > 0).forEach(terms::add);
			granted(life).forEach((grant) -> terms.add(grant.token()));
			for (long term : terms) {
				String other = leaders.putIfAbsent(term, life.node());
				if (other != null && !other.equals(life.node())) {
					violated("S1", other + " and " + life.node() + " both led term " + term);
				}
			}
		}
		Set<Long> granted = new HashSet<>();
		for (LifeRecord life : this.records) {
			for (Happening grant : granted(life)) {
				if (!granted.add(grant.token())) {
					violated("S1", "token " + grant.token() + " was granted again, to " + life.node());
				}
			}
		}
	}

	private void oneLeaderAtATime() {
		Leaderships reigns = new Leaderships();
		this.records.forEach((life) -> reigns.add(life.node(), life.samples()));
		for (Attempt attempt : this.attempts) {
			reigns.add(attempt.node(), List.of(new Run(attempt.token(), attempt.asked(), attempt.answered(),
					attempt.asked(), attempt.answered(), 1)));
		}
		reigns.overlaps().forEach((overlap) -> violated("S2", overlap));
	}

	/**
	 * A grant happened after the last answer before it and before the first yes under it,
	 * and before the listener heard of it. A token is wrong if its grant happened
	 * certainly after that of a higher one.
	 */
	private void tokensRise() {
		TreeMap<Long, Span> spans = new TreeMap<>();
		for (LifeRecord life : this.records) {
			Run before = null;
			for (Run run : life.samples()) {
				if (run.answer() > 0) {
					long earliest = (before != null) ? before.lastBefore() : Long.MIN_VALUE;
					spans.merge(run.answer(), new Span(life.node(), earliest, run.firstAfter()), Span::first);
				}
				before = run;
			}
			long begun = life.samples().isEmpty() ? Long.MIN_VALUE : life.samples().get(0).firstBefore();
			granted(life).forEach(
					(grant) -> spans.merge(grant.token(), new Span(life.node(), begun, grant.at()), Span::narrowed));
		}
		spans.forEach((token, span) -> spans.tailMap(token, false)
			.entrySet()
			.stream()
			.filter((higher) -> span.earliest() > higher.getValue().latest())
			.findFirst()
			.ifPresent((higher) -> violated("S3", "token " + token + " of " + span.node() + " was granted after "
					+ higher.getKey() + " of " + higher.getValue().node())));
		lastOfEachNode();
	}

	private void lastOfEachNode() {
		Map<String, Long> last = new HashMap<>();
		for (LifeRecord life : this.records) {
			for (Happening grant : granted(life)) {
				Long before = last.put(life.node(), grant.token());
				if (before != null && before >= grant.token()) {
					violated("S3", life.node() + " was granted token " + grant.token() + " after " + before);
				}
			}
		}
	}

	private void grantsEndOnce() {
		for (LifeRecord life : this.records) {
			Long held = null;
			for (Happening each : life.happenings()) {
				if (each.kind() == Kind.GRANTED) {
					if (held != null) {
						violated("one revocation a grant", life.node() + " was granted token " + each.token()
								+ " before token " + held + " was revoked");
					}
					held = each.token();
				}
				else if (each.kind() == Kind.REVOKED) {
					if (held == null || held != each.token()) {
						violated("one revocation a grant",
								life.node() + " heard of the end of token " + each.token() + " while it held " + held);
					}
					held = null;
				}
			}
		}
	}

	private void registerNeverGoesBack() {
		List<Attempt> accepted = this.attempts.stream()
			.filter(Attempt::accepted)
			.sorted(Comparator.comparingLong(Attempt::counter))
			.toList();
		Map<Long, String> writers = new HashMap<>();
		Attempt before = new Attempt("nobody", 0, 0, 0, true, 0);
		for (Attempt each : accepted) {
			if (each.counter() != before.counter() + 1) {
				violated("register", "write " + each.counter() + " follows write " + before.counter());
			}
			if (each.token() < before.token()) {
				violated("register", "write " + each.counter() + " of " + each.node() + " under token " + each.token()
						+ " was accepted after one of " + before.node() + " under " + before.token());
			}
			String other = writers.putIfAbsent(each.token(), each.node());
			if (other != null && !other.equals(each.node())) {
				violated("register", other + " and " + each.node() + " wrote under token " + each.token());
			}
			before = each;
		}
	}

	private static List<Happening> granted(LifeRecord life) {
		return life.happenings().stream().filter((each) -> each.kind() == Kind.GRANTED).toList();
	}

	/**
	 * When a grant can have happened.
	 */
	private record Span(String node, long earliest, long latest) {

		/** Of two sightings the first: a lease may seem to end between two answers. */
		Span first(Span other) {
			return (other.latest < this.latest) ? other : this;
		}

		Span narrowed(Span other) {
			return new Span(this.node, Math.max(this.earliest, other.earliest), Math.min(this.latest, other.latest));
		}

	}

}
