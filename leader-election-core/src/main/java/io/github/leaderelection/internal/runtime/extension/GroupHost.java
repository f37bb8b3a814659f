package io.github.leaderelection.internal.runtime.extension;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
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
 * @param effects see {@link #perform}
 * @param requests see {@link #ask}
 * @param works see {@link #works}
 */
public record GroupHost(ElectionSettings settings, NodeClock clock, LongSupplier entropy, LeaseWatchdog watchdog,
		long incarnation, TraceBudget traces, Consumer<Mail> tasks, BiConsumer<NodeId, ElectionMessage> messages,
		Function<NodeId, @Nullable String> urls, Consumer<Effect<?>> effects, Consumer<Event<?>> requests,
		LongPredicate works) {

	/** A group of which nothing is withheld. */
	public GroupHost(ElectionSettings settings, NodeClock clock, LongSupplier entropy, LeaseWatchdog watchdog,
			long incarnation, TraceBudget traces, Consumer<Mail> tasks, BiConsumer<NodeId, ElectionMessage> messages,
			Function<NodeId, @Nullable String> urls) {
		this(settings, clock, entropy, watchdog, incarnation, traces, tasks, messages, urls, (effect) -> {
		}, (event) -> {
		}, (token) -> false);
	}

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

	/** Performs an effect that was withheld, or one in its place. Only on the loop. */
	public void perform(Effect<?> effect) {
		this.effects.accept(effect);
	}

	/** Queues an event for the election that has no message. For any thread. */
	public void ask(Event<?> event) {
		this.requests.accept(event);
	}

	/**
	 * Whether work runs that was admitted under a fencing token, or a lower one, also by
	 * a former start in this process. For any thread.
	 */
	public boolean works(long fencingToken) {
		return this.works.test(fencingToken);
	}

	/** Returns the base URL of a member; null while it is unknown. For any thread. */
	public @Nullable String url(NodeId member) {
		return this.urls.apply(member);
	}

}
