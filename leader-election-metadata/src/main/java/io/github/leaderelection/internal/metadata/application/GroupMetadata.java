package io.github.leaderelection.internal.metadata.application;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterFactory;
import io.github.leaderelection.internal.metadata.runtime.RegisterListener;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataChangedEvent;
import io.github.leaderelection.metadata.LeaderMetadataException;
import io.github.leaderelection.metadata.LeaderMetadataException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of one group, across starts of its node.
 */
public final class GroupMetadata implements LeaderMetadata, RegisterListener {

	private static final String RESERVED = "leader-election.";

	private static final Value NOTHING = new Value(Map.of(), null, false);

	private final String group;

	private final Executor threads;

	private final BooleanSupplier leads;

	private final Consumer<Object> events;

	private final Consumer<Metadata> observers;

	private final Map<MetadataEffect.Outcome, LongAdder> writes = new EnumMap<>(MetadataEffect.Outcome.class);

	private final ReentrantLock lock = new ReentrantLock();

	/** When the newest writes began; guarded by the lock. */
	private final ArrayDeque<Long> begun = new ArrayDeque<>();

	/** The newest write of the application; guarded by the lock. */
	private CompletableFuture<?> written = CompletableFuture.completedFuture(null);

	/** The newest event; used by the loop, or an observer's thread, alone. */
	private CompletableFuture<?> told = CompletableFuture.completedFuture(null);

	/** The value of the newest event; used likewise. */
	private Value tells = NOTHING;

	/** The newest value that was given out, in any start. */
	private final AtomicReference<Metadata> known = new AtomicReference<>(Metadata.NONE);

	/** Completes as a leader is synchronised; then another one is next. */
	private volatile CompletableFuture<Void> synchronisation = new CompletableFuture<>();

	/** Null while no election of this node carries the metadata. */
	private volatile @Nullable RegisterFactory factory;

	private volatile String reason = "leader election is disabled, or this instance is an observer";

	private volatile long patienceNanos;

	/**
	 * Makes the metadata of a group.
	 * @param threads run writes, saves and events; none waits for a free one
	 * @param leads whether this instance leads the group
	 * @param events publishes an application event
	 * @param observers passes on what is shown
	 */
	GroupMetadata(String group, Executor threads, BooleanSupplier leads, Consumer<Object> events,
			Consumer<Metadata> observers) {
		this.group = group;
		this.leads = leads;
		this.threads = threads;
		this.events = events;
		this.observers = observers;
		for (MetadataEffect.Outcome each : MetadataEffect.Outcome.values()) {
			this.writes.put(each, new LongAdder());
		}
	}

	/** The election of this node carries the metadata from its next start. */
	void carriedBy(RegisterFactory carrier, long leaseNanos) {
		this.patienceNanos = leaseNanos;
		this.factory = carrier;
	}

	/** No election of this node carries the metadata. */
	@Override
	public void refused(String why) {
		this.reason = why;
		this.factory = null;
	}

	/** The register of the newest start, null before the first. */
	public @Nullable GroupRegister present() {
		RegisterFactory carrier = this.factory;
		return (carrier != null) ? carrier.present() : null;
	}

	/** How many writes of this process ended in a way. */
	public LongAdder writes(MetadataEffect.Outcome outcome) {
		return Objects.requireNonNull(this.writes.get(outcome));
	}

	@Override
	public Value get() {
		return value(learn(committed()));
	}

	/** Nobody here is given an older value afterwards. */
	private Metadata learn(Metadata value) {
		return this.known.accumulateAndGet(value, (before, next) -> before.isBefore(next.sequence()) ? next : before);
	}

	/** Waits until a leader knows the newest value. */
	private Metadata committed() {
		long until = System.nanoTime() + this.patienceNanos;
		while (true) {
			CompletableFuture<Void> next = this.synchronisation;
			GroupRegister register = present();
			Metadata committed = (register != null) ? register.committed() : null;
			if (committed != null) {
				return committed;
			}
			long left = until - System.nanoTime();
			if (register == null || !this.leads.getAsBoolean() || left <= 0) {
				throw refusal(register);
			}
			try {
				next.get(left, TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException | ExecutionException ex) {
				throw refusal(register);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw refusal(register);
			}
		}
	}

	private LeaderMetadataException refusal(@Nullable GroupRegister register) {
		RegisterSnapshot.Leading leading = (register != null) ? register.snapshot().leading() : null;
		String why = (register == null) ? (this.factory == null) ? this.reason : "this instance has not started"
				: (leading == null || !this.leads.getAsBoolean())
						? "this instance does not lead: ask the leader, or read lastKnown()"
						: "this leader does not know its newest value yet, and waits for "
								+ (leading.missing().isEmpty() ? "the store" : leading.missing());
		return new LeaderMetadataException(Outcome.REFUSED,
				"Metadata of group '" + this.group + "' are neither read nor written: " + why);
	}

	@Override
	public Value lastKnown() {
		return value(newest());
	}

	/** The newest value that this instance knows to be committed. */
	public Metadata newest() {
		RegisterSnapshot.Leading leading = leading();
		Metadata committed = (leading != null) ? leading.committed() : null;
		return learn((committed != null) ? committed : Metadata.NONE);
	}

	/**
	 * Whether this instance knows the newest value in its leadership, or none is kept.
	 */
	public boolean isSynchronised(long token) {
		RegisterSnapshot.Leading leading = leading();
		return this.factory == null || leading != null && leading.token() == token && leading.committed() != null;
	}

	private RegisterSnapshot.@Nullable Leading leading() {
		GroupRegister register = present();
		return (register != null) ? register.snapshot().leading() : null;
	}

	private static Value value(Metadata metadata) {
		Map<String, String> entries = new TreeMap<>();
		metadata.entries().forEach((each) -> entries.put(each.key(), each.value()));
		return new Value(entries, metadata.sequence(), metadata.lost());
	}

	@Override
	public CompletionStage<LeaderSequenceNumber> set(String key, @Nullable String value) {
		requireUsable(key);
		return update((entries) -> {
			entries.compute(key, (same, before) -> value);
			return entries;
		});
	}

	private static void requireUsable(String key) {
		if (key.isBlank() || key.startsWith(RESERVED)) {
			throw new IllegalArgumentException("The key '" + key + "' of metadata cannot be used: choose one that is "
					+ "not blank and does not begin with '" + RESERVED + "'");
		}
	}

	@Override
	public CompletionStage<LeaderSequenceNumber> update(UnaryOperator<Map<String, String>> change) {
		Objects.requireNonNull(change, "change");
		return queue((entries) -> {
			Map<String, String> before = Map.copyOf(entries);
			Map<String, String> next = change.apply(entries);
			Stream.concat(before.keySet().stream(), next.keySet().stream())
				.filter((key) -> !Objects.equals(before.get(key), next.get(key)))
				.forEach(GroupMetadata::requireUsable);
			return next;
		});
	}

	/** Sets a key that is the library's own. */
	public CompletionStage<LeaderSequenceNumber> reserve(String key, Function<@Nullable String, String> change) {
		return queue((entries) -> {
			entries.put(key, change.apply(entries.get(key)));
			return entries;
		});
	}

	private CompletionStage<LeaderSequenceNumber> queue(UnaryOperator<Map<String, String>> change) {
		this.lock.lock();
		try {
			long now = System.nanoTime();
			this.begun.removeIf((each) -> now - each > TimeUnit.SECONDS.toNanos(1));
			if (this.begun.size() >= MOST_WRITES_A_SECOND) {
				writes(MetadataEffect.Outcome.BUSY).increment();
				return CompletableFuture.failedFuture(new LeaderMetadataException(Outcome.BUSY,
						"Metadata of group '" + this.group + "' take " + MOST_WRITES_A_SECOND
								+ " writes a second: write less often, or set several keys by one update"));
			}
			this.begun.add(now);
			CompletableFuture<LeaderSequenceNumber> next = this.written.handleAsync((done, failure) -> write(change),
					this.threads);
			this.written = next;
			return next.minimalCompletionStage();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Runs on one of the threads, one write after the other. */
	private LeaderSequenceNumber write(UnaryOperator<Map<String, String>> change) {
		Metadata before;
		try {
			before = committed();
		}
		catch (LeaderMetadataException ex) {
			writes(MetadataEffect.Outcome.REFUSED).increment();
			throw ex;
		}
		List<Metadata.Entry> next = entries(change.apply(new TreeMap<>(value(before).entries())));
		GroupRegister register = Objects.requireNonNull(present());
		MetadataEffect.Completed done = register.write(before.sequence(), next).join();
		writes(done.outcome()).increment();
		if (done.outcome() == MetadataEffect.Outcome.COMMITTED) {
			learn(new Metadata(done.sequence(), next, before.lost()));
			return Objects.requireNonNull(done.sequence());
		}
		boolean unknown = done.outcome() == MetadataEffect.Outcome.UNKNOWN;
		throw new LeaderMetadataException(unknown ? Outcome.UNKNOWN : Outcome.REFUSED,
				"Metadata of group '" + this.group + "' were " + (unknown
						? "perhaps written, for leadership ended meanwhile: read them on the next leader"
						: "not written, for leadership ended or the leader wrote them itself: read and write again"));
	}

	private static List<Metadata.Entry> entries(Map<String, String> next) {
		Map<String, String> sorted = new TreeMap<>(next);
		List<Metadata.Entry> entries = new ArrayList<>();
		sorted.forEach((key, value) -> {
			if (!StandardCharsets.UTF_8.newEncoder().canEncode(key + " " + value)) {
				throw new IllegalArgumentException("The key '" + key + "' of metadata, or its value, has half of a "
						+ "surrogate pair: remove it, or encode the value as text");
			}
			entries.add(new Metadata.Entry(key, Objects.requireNonNull(value, key)));
		});
		long bytes = bytes(entries);
		if (entries.size() > MOST_KEYS || bytes > MOST_BYTES) {
			throw new IllegalArgumentException(
					"Metadata of " + entries.size() + " keys and " + bytes + " bytes are too large: keep at most "
							+ MOST_KEYS + " keys and " + MOST_BYTES + " bytes, and the rest in a database");
		}
		return entries;
	}

	public String group() {
		return this.group;
	}

	/** The size of the newest value that was given out. */
	public long bytes() {
		return bytes(learn(Metadata.NONE).entries());
	}

	/** Of all keys and values, in UTF-8. */
	private static long bytes(List<Metadata.Entry> entries) {
		return entries.stream()
			.mapToLong((each) -> each.key().getBytes(StandardCharsets.UTF_8).length
					+ each.value().getBytes(StandardCharsets.UTF_8).length)
			.sum();
	}

	@Override
	public void shown(Metadata metadata) {
		Metadata newest = learn(metadata);
		this.observers.accept(newest);
		Value value = value(newest);
		if (value.entries().equals(this.tells.entries()) && value.lost() == this.tells.lost()) {
			return;
		}
		this.tells = value;
		this.told = this.told.handleAsync((done, failure) -> {
			this.events.accept(new LeaderMetadataChangedEvent(this.group, value));
			return null;
		}, this.threads);
	}

	@Override
	public void written() {
		synchronised();
	}

	@Override
	public void synchronised() {
		CompletableFuture<Void> done = this.synchronisation;
		this.synchronisation = new CompletableFuture<>();
		done.completeAsync(() -> null, this.threads);
	}

	/** What is wrong with them, each with its remedy. */
	List<String> problems() {
		GroupRegister register = present();
		if (register == null) {
			return List.of();
		}
		List<String> found = new ArrayList<>();
		String problem = register.problem();
		if (problem != null) {
			found.add(problem);
		}
		RegisterSnapshot.Leading leading = register.snapshot().leading();
		if (leading != null && leading.committed() == null && !leading.missing().isEmpty()) {
			found.add("This leader does not know the newest metadata, and takes no write: it waits for "
					+ leading.missing() + ". Start them; if their state is lost for good, send "
					+ "{\"action\":\"assume-lost\"} to the part 'metadata' of this endpoint");
		}
		if (learn(Metadata.NONE).lost()) {
			found
				.add("The newest metadata may have been lost with the state of too many members: look at them, set what "
						+ "is missing, then send {\"action\":\"acknowledge-loss\"} to the part 'metadata' of the leader's "
						+ "endpoint");
		}
		return found;
	}

}
