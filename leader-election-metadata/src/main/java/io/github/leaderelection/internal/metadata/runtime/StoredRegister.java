package io.github.leaderelection.internal.metadata.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.StoreAnswer;
import io.github.leaderelection.internal.metadata.protocol.StoredProtocol;
import io.github.leaderelection.internal.metadata.protocol.StoredState;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The register that a store keeps beside the lease of the group.
 */
final class StoredRegister implements Register {

	private static final int MOST_OF_A_REASON = 1000;

	private final LeaseStore store;

	private final LeaseStore.Key key;

	private final List<NodeId> self;

	/** As that of the lease's requests. */
	private final Duration deadline;

	private final long latestNanos;

	private final StoredProtocol protocol;

	private StoredState state;

	/** Why the newest request has no answer, null if it has; for any thread. */
	private volatile @Nullable String unanswered;

	StoredRegister(LeaseStore store, ElectionSettings settings, Now now) {
		this.store = store;
		this.key = new LeaseStore.Key(settings.cluster(), settings.group());
		this.self = List.of(settings.self());
		this.deadline = Duration.ofNanos(settings.heartbeatNanos() * 4 / 5);
		this.latestNanos = settings.heartbeatNanos();
		this.protocol = new StoredProtocol(settings.heartbeatNanos());
		this.state = this.protocol.start(now);
	}

	@Override
	public List<MetadataEffect> step(MetadataEvent event, Now now, long entropy) {
		StoredProtocol.Step step = this.protocol.step(this.state, event, now);
		this.state = step.state();
		return step.effects();
	}

	@Override
	public long delay(Now now) {
		return this.protocol.delay(this.state, now);
	}

	@Override
	public RegisterSnapshot snapshot() {
		StoredState.Leading leader = this.state.leader();
		if (leader == null) {
			return new RegisterSnapshot(this.state.shown(), true, null);
		}
		boolean known = leader.isSynchronised();
		List<NodeId> informed = known ? this.self : List.of();
		return new RegisterSnapshot(this.state.shown(), true,
				new RegisterSnapshot.Leading(leader.token(), leader.lease(), known ? this.state.shown() : null,
						List.of(), informed, informed, leader.pending() != null));
	}

	@Override
	public @Nullable String problem() {
		String why = this.unanswered;
		return (why != null)
				? "The store of the metadata, " + this.store.description() + ", did not answer the last request: " + why
				: null;
	}

	/** Asks the store; its answer comes on any thread. */
	void ask(MetadataEffect.Ask ask, Consumer<MetadataEvent> events) {
		Metadata value = ask.value();
		Request request = (value != null) ? new Request.WriteValue(this.key, ask.version(), MetadataText.of(value),
				ThreadLocalRandom.current().nextLong()) : new Request.ReadValue(this.key);
		asked(request).thenApply(Function.identity())
			.toCompletableFuture()
			.completeOnTimeout(new Answer.Unknown("No answer came in time"), this.latestNanos, TimeUnit.NANOSECONDS)
			.exceptionally((failure) -> new Answer.Unknown(Failures.text(failure)))
			.thenAccept((answer) -> events.accept(new MetadataEvent.Answered(ask.request(), told(request, answer))));
	}

	private CompletionStage<Answer> asked(Request request) {
		try {
			return this.store.ask(request, this.deadline);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			return CompletableFuture.failedFuture(ex);
		}
	}

	private StoreAnswer told(Request request, Answer answer) {
		String why = "It answered " + answer;
		try {
			if (answer instanceof Answer.Unknown unknown) {
				why = unknown.reason();
			}
			else if (answer instanceof Answer.NotDone) {
				this.unanswered = null;
				return new StoreAnswer.NotDone();
			}
			else if (answer instanceof Answer.Value value) {
				String version = value.version();
				StoreAnswer told = (request instanceof Request.WriteValue && version != null)
						? new StoreAnswer.Written(version) : new StoreAnswer.Found(version,
								(version != null) ? MetadataText.parse(value.text()) : Metadata.NONE);
				this.unanswered = null;
				return told;
			}
		}
		catch (IllegalArgumentException ex) {
			why = "The value was changed by hand, or by a newer release (" + ex.getMessage()
					+ "): restore or delete it, or run that release here, too";
		}
		this.unanswered = Printable.of(why, MOST_OF_A_REASON);
		return new StoreAnswer.Unknown();
	}

}
