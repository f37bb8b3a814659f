package io.github.leaderelection.simulator.invariant;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the first broken promise. Nothing is thrown where it is noticed: the shell that
 * is being tested would catch it.
 */
public final class Findings {

	private final Trace trace;

	private final VirtualTime time;

	private @Nullable Finding first;

	private final Set<String> broken = new LinkedHashSet<>();

	/** Begins with none. */
	public Findings(Trace trace, VirtualTime time) {
		this.trace = trace;
		this.time = time;
	}

	/** Says that a promise was broken. */
	public void report(String rule, String description) {
		this.broken.add(rule);
		if (this.first == null) {
			this.first = new Finding(this.time.now(), rule, description);
			this.trace.line(-1, "VIOLATION of " + rule + ": " + description);
		}
	}

	/**
	 * All promises that were broken.
	 * @return which, in the order in which they were found broken first
	 */
	public Set<String> broken() {
		return Collections.unmodifiableSet(this.broken);
	}

	/**
	 * The first broken promise.
	 * @return the finding, null while all is well
	 */
	public @Nullable Finding first() {
		return this.first;
	}

}
