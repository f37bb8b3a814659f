package io.github.leaderelection.internal.runtime.extension;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.environment.LeaseWatchdog;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.scheduling.Mail;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * A group as its extension sees it, from a start to its stop.
 *
 * @param entropy only for the thread that runs the loop
 * @param incarnation of this start, as its messages say
 * @param traces the memory limit of a trace
 * @param tasks see {@link #post}
 * @param messages see {@link #send}
 * @param urls see {@link #url}
 */
public record GroupHost(ElectionSettings settings, NodeClock clock, LongSupplier entropy, LeaseWatchdog watchdog,
		long incarnation, TraceBudget traces, Consumer<Mail> tasks, BiConsumer<NodeId, ElectionMessage> messages,
		Function<NodeId, @Nullable String> urls) {

	/**
	 * Runs a task on the loop, unless the group has stopped, and checks the extension
	 * after it. For any thread.
	 */
	public void post(Mail task) {
		this.tasks.accept(task);
	}

	/** Sends a message over the link with a member. It is lost where there is none. */
	public void send(NodeId to, ElectionMessage body) {
		this.messages.accept(to, body);
	}

	/** Returns the base URL of a member; null while it is unknown. For any thread. */
	public @Nullable String url(NodeId member) {
		return this.urls.apply(member);
	}

}
