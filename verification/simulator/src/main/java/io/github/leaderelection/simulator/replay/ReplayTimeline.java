package io.github.leaderelection.simulator.replay;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * A replay line by line. Steps that look like ones already shown since anything last
 * changed are only counted, unless all are wanted.
 */
final class ReplayTimeline<M extends ElectionMessage> {

	private static final String INDENT = " ".repeat(24);

	private final StepText<M> text;

	private final Consumer<String> out;

	private final long from;

	private final long to;

	private final boolean all;

	private final Set<String> shownKinds = new HashSet<>();

	private @Nullable ElectionView view;

	private long originNanos;

	private long folded;

	private String foldedUntil = "";

	/**
	 * Prepares a timeline.
	 * @param all whether steps that look alike are shown too
	 */
	ReplayTimeline(TraceFormat<?, M> format, Consumer<String> out, long from, long to, boolean all) {
		this.text = new StepText<>(format);
		this.out = out;
		this.from = from;
		this.to = to;
		this.all = all;
	}

	void show(ReplayedStep<M> step) {
		ElectionView before = this.view;
		if (before == null) {
			this.originNanos = step.now().monotonicNanos();
			this.out.accept("   input     seconds   after " + Instant.ofEpochMilli(step.now().wallMillis()));
		}
		this.view = step.view();
		if (step.number() < this.from || step.number() > this.to) {
			return;
		}
		List<String> changes = (before != null) ? changes(before, step.view()) : List.of(standing(step.view()));
		String at = StepText.seconds(step.now().monotonicNanos() - this.originNanos);
		boolean notable = !changes.isEmpty() || step.difference() != null || step.failure() != null;
		if (!this.shownKinds.add(this.text.kind(step)) && !notable && !this.all) {
			this.folded++;
			this.foldedUntil = at;
			return;
		}
		unfold();
		print(step, at);
		changes.forEach((change) -> this.out.accept("=====" + INDENT.substring(5) + change));
		if (step.difference() != null) {
			this.out.accept("!!!!!" + INDENT.substring(5) + "OTHERWISE " + step.difference());
		}
		if (!changes.isEmpty()) {
			this.shownKinds.clear();
		}
	}

	/** To be called after the last step. */
	void end() {
		unfold();
	}

	private void unfold() {
		if (this.folded > 0) {
			this.out.accept(INDENT + "... " + this.folded + " like the ones above, until " + this.foldedUntil);
			this.folded = 0;
		}
	}

	private void print(ReplayedStep<M> step, String at) {
		this.out.accept(String.format(Locale.ROOT, "%8d %12s   %s%s", step.number(), at, this.text.event(step.event()),
				step.whileSaving() ? " (while saving)" : ""));
		this.text.effects(step.effects(), step.now()).forEach((line) -> this.out.accept(INDENT + "  -> " + line));
		if (step.failure() != null) {
			this.out.accept(INDENT + "  -> fails: " + step.failure());
		}
	}

	private static String standing(ElectionView view) {
		return view.role() + ", term " + view.term() + ", leader " + leader(view) + ", votes: " + view.voting();
	}

	private static List<String> changes(ElectionView before, ElectionView after) {
		List<String> changes = new ArrayList<>();
		add(changes, "role", before.role(), after.role());
		add(changes, "term", before.term(), after.term());
		add(changes, "leader", leader(before), leader(after));
		add(changes, "draining", before.draining(), after.draining());
		add(changes, "votes", word(before.voting()), word(after.voting()));
		return changes.isEmpty() ? changes : List.of(String.join(", ", changes));
	}

	private static void add(List<String> changes, String what, Object before, Object after) {
		if (!before.equals(after)) {
			changes.add(what + " " + before + " -> " + after);
		}
	}

	private static String leader(ElectionView view) {
		LeaderView leader = view.leader();
		return (leader != null) ? leader.id() + (leader.direct() ? "" : " (hearsay)") : "none";
	}

	/** Without the countdown some of them show. */
	private static String word(String voting) {
		int colon = voting.indexOf(':');
		return (colon >= 0) ? voting.substring(0, colon) : voting;
	}

}
