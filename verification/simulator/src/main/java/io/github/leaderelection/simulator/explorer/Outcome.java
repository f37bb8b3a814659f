package io.github.leaderelection.simulator.explorer;

import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What an event does to one node.
 *
 * @param node the node afterwards, by its number
 * @param sent for each node what leaves for it, as the number of a link; empty if nothing
 * leaves
 * @param renaming how the node calls things now, by its number, or -1 if names are kept
 * @param claims the terms in which it says that it leads
 * @param grants the tokens granted
 * @param broken what is wrong in it, or null
 * @param crashed what it is where the node crashes amid the event: before its ballot is
 * saved, and after
 * @param needs a message that came before, which the nomination has kept until now; null
 * for none
 * @param told the higher term its node is told of in it by another, 0 for none
 * @param cause what brings it about, where that does not follow from the event
 */
record Outcome(int node, int[] sent, int renaming, long[] claims, long[] grants, @Nullable String broken,
		List<Outcome> crashed, @Nullable Envelope<QuorumMessage> needs, int told, String cause) {

	private static final int[] NONE = new int[0];

	Outcome(int node, int[] sent, int renaming, long[] claims, long[] grants, @Nullable String broken,
			List<Outcome> crashed) {
		this(node, sent, renaming, claims, grants, broken, crashed, null, 0, "");
	}

	/** Nothing happens. */
	static final Outcome NOTHING = new Outcome(-1, NONE, -1, new long[0], new long[0], null, List.of(), null, 0, "");

	/** Leads beyond the bounds. */
	static final Outcome BEYOND = new Outcome(-2, NONE, -1, new long[0], new long[0], null, List.of(), null, 0, "");

	/** Whether others notice nothing of it, and no name changes. */
	boolean isQuiet() {
		return this.sent.length == 0 && this.renaming < 0 && this.broken == null;
	}

	Outcome with(@Nullable Envelope<QuorumMessage> kept, int toldOf, String reason) {
		return new Outcome(this.node, this.sent, this.renaming, this.claims, this.grants, this.broken, this.crashed,
				kept, toldOf, reason);
	}

}
