package io.github.leaderelection.internal.nodefence.protocol;

import java.util.List;

/**
 * What a step of {@link Settling} asks to be done, in order.
 */
public sealed interface FenceDecision {

	/** Ask a former leader whether it is over. */
	record Ask(Former former, long term) implements FenceDecision {
	}

	/** Fence a former leader, then say how that went. */
	record Fence(Former former) implements FenceDecision {
	}

	/**
	 * Write the unsettled leaders into the register, then say whether it is committed.
	 */
	record Write(long token, List<Former> unsettled) implements FenceDecision {

		/**
		 * Copies the list.
		 */
		public Write {
			unsettled = List.copyOf(unsettled);
		}

	}

	/** Perform the grant that was withheld. */
	record Grant(long token) implements FenceDecision {
	}

	/** Give the leadership up: another member may settle what this node cannot. */
	record Cede(long token) implements FenceDecision {
	}

}
