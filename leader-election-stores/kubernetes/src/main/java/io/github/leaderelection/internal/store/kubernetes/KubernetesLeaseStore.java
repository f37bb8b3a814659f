package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.github.leaderelection.internal.store.lease.ClusterWatches;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each record in a Lease of Kubernetes. The store does not contact the API server
 * before the first request. Every request goes out once and has less than half of its
 * caller's deadline. So one may be lost between two renewals.
 */
public final class KubernetesLeaseStore implements LeaseStore {

	/** A node gives a request four fifths of the time between renewals. */
	private static final double PART_OF_A_DEADLINE = 5.0 / 12;

	private static final Duration LEAST_LEASE = Duration.ofSeconds(2);

	/** Stands for the version before the write: the API server gives it. */
	private static final String NOT_WRITTEN_YET = "";

	private final Map<Key, LeaseObject> seen = new ConcurrentHashMap<>();

	private final OpenRequests requests = new OpenRequests(ApiClient::problem);

	private final LeaseApi api;

	private final ClusterWatches watches;

	private final String prefix;

	private final RequiredRights required;

	private final ServiceAccount account;

	/** Creates a store with its own client. */
	public KubernetesLeaseStore(Config config, String namespace, String prefix, boolean labelsPods) {
		this.api = new LeaseApi(new ApiClient(config), namespace);
		this.watches = new ClusterWatches((cluster) -> new ClusterWatch(this.api, cluster, this::changed));
		this.prefix = prefix;
		this.required = new RequiredRights(namespace, labelsPods);
		this.account = ServiceAccount.of(config, namespace);
	}

	/** Whether a prefix is legal: lower-case letters, digits and hyphens. */
	public static boolean isLegalPrefix(String prefix) {
		return LeaseName.isLegal(prefix);
	}

	LeaseApi api() {
		return this.api;
	}

	/**
	 * {@inheritDoc} Checks the rights of this process.
	 * @throws MissingRightsException if one is missing
	 */
	@Override
	public void check() {
		List<String> missing = new RightsReview(this.api, this.required).missing();
		if (!missing.isEmpty()) {
			throw new MissingRightsException(this.account, this.required, missing);
		}
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		Duration each = Duration.ofNanos((long) (deadline.toNanos() * PART_OF_A_DEADLINE));
		return this.requests.ask(deadline, (answer) -> answer(request, each));
	}

	@Override
	public boolean keepsValues() {
		return true;
	}

	private CompletableFuture<Answer> answer(Request request, Duration each) {
		if (request instanceof Request.Read read) {
			return read(read.key(), each)
				.thenApply((found) -> found.map((shown) -> shown.found().answer()).orElseGet(Answer.Missing::new));
		}
		if (request instanceof Request.ReadValue) {
			return readValue(request.key(), each);
		}
		if (request instanceof Request.WriteValue write) {
			return write(write, each);
		}
		return (request instanceof Request.Create create) ? create(create, each)
				: change((Request.Change) request, each);
	}

	private CompletableFuture<Answer> readValue(Key key, Duration each) {
		return this.api.read(LeaseName.ofValue(this.prefix, key), each)
			.thenApply((answer) -> (answer.code() == ApiAnswer.NOT_FOUND && answer.isStatus()) ? Answer.Value.NONE
					: value(key, answer));
	}

	private Answer.Value value(Key key, ApiAnswer answer) {
		return shown(key, answer).value();
	}

	private CompletableFuture<Answer> write(Request.WriteValue write, Duration each) {
		Lease lease = LeaseObject.ofValue(LeaseName.ofValue(this.prefix, write.key()), this.api.namespace(),
				write.key(), write.version(), write.text());
		CompletableFuture<ApiAnswer> sent = (write.version() != null) ? this.api.replace(lease, each)
				: this.api.create(lease, each);
		return sent.thenApply((answer) -> {
			if (isRefusal(answer)) {
				return new Answer.NotDone();
			}
			Answer.Value written = value(write.key(), answer);
			return written.text().equals(write.text()) ? written
					: new Answer.Unknown("The Lease of the value is not as it was sent: something changes it");
		});
	}

	private static boolean isRefusal(ApiAnswer answer) {
		return answer.code() == ApiAnswer.CONFLICT && answer.sentOnce() && answer.isStatus();
	}

	/** Reads the Lease; empty if there is none. */
	private CompletableFuture<Optional<LeaseObject>> read(Key key, Duration each) {
		return this.api.read(name(key), each).thenApply((answer) -> {
			if (answer.code() == ApiAnswer.NOT_FOUND && answer.isStatus()) {
				return Optional.empty();
			}
			return Optional.of(noted(key, answer));
		});
	}

	private String name(Key key) {
		return LeaseName.of(this.prefix, key);
	}

	private LeaseObject noted(Key key, ApiAnswer answer) {
		return noted(key, shown(key, answer));
	}

	private LeaseObject shown(Key key, ApiAnswer answer) {
		if (!answer.isGood()) {
			throw new UnclearAnswerException(answer.problem());
		}
		LeaseObject shown = new LeaseObject(answer.as(Lease.class));
		if (!shown.isOf(key)) {
			throw new UnclearAnswerException("The Lease '" + name(key) + "' is not that of cluster '" + key.cluster()
					+ "', group '" + key.group() + "': choose another leader-election.kubernetes.lease-prefix");
		}
		return shown;
	}

	/** Keeps the Lease, so that a take after a hint needs no read. */
	private LeaseObject noted(Key key, LeaseObject shown) {
		this.seen.put(key, shown);
		return shown;
	}

	private CompletableFuture<Answer> create(Request.Create create, Duration each) {
		LeaseRecord made = create.made(System.currentTimeMillis(), NOT_WRITTEN_YET);
		Lease lease = LeaseObject.create(name(create.key()), this.api.namespace(), create.key(), made, create.stamp());
		return this.api.create(lease, each).thenApply((answer) -> written(create.key(), create.stamp(), answer));
	}

	/** A replacement needs the whole Lease, which usually was read before. */
	private CompletableFuture<Answer> change(Request.Change change, Duration each) {
		LeaseObject known = this.seen.get(change.key());
		if (known != null && known.version().equals(change.version())) {
			return replace(known, change, each);
		}
		return read(change.key(), each)
			.thenCompose((found) -> found.filter((present) -> present.version().equals(change.version()))
				.map((present) -> replace(present, change, each))
				.orElseGet(() -> CompletableFuture.completedFuture(new Answer.NotDone())));
	}

	/** The API tells no time, so the milliseconds are those of this machine. */
	private CompletableFuture<Answer> replace(LeaseObject before, Request.Change change, Duration each) {
		LeaseRecord next = change.after(before.record(), System.currentTimeMillis(), NOT_WRITTEN_YET);
		Lease lease = before.replace(change.key(), next, change.stamp(), change instanceof Request.Take);
		return this.api.replace(lease, each).thenApply((answer) -> written(change.key(), change.stamp(), answer));
	}

	private Answer written(Key key, long stamp, ApiAnswer answer) {
		if (isRefusal(answer)) {
			return new Answer.NotDone();
		}
		LeaseObject shown = noted(key, answer);
		return shown.isStamped(stamp) ? new Answer.Mine(shown.record()) : new Answer.Unknown("The Lease '" + name(key)
				+ "' is not as it was sent: something on its way changes " + "it, as an admission webhook does");
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.watches.watch(key, listener);
	}

	private void changed(Lease lease, boolean isDeleted) {
		String name = lease.getMetadata().getName();
		this.watches.tell((key) -> name(key).equals(name), (key) -> isDeleted ? null : told(key, lease));
	}

	private @Nullable LeaseRecord told(Key key, Lease lease) {
		LeaseObject shown = new LeaseObject(lease);
		return shown.isOf(key) ? noted(key, shown).found().told() : null;
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return this.watches.areOpen();
	}

	/**
	 * {@inheritDoc} A request has a third of the time between two renewals, and API
	 * servers are slow.
	 */
	@Override
	public Duration leastLease() {
		return LEAST_LEASE;
	}

	@Override
	public String description() {
		return "Kubernetes at " + this.api.client().server() + ", namespace " + this.api.namespace() + ", Leases '"
				+ this.prefix + ".*'";
	}

	@Override
	public void close() {
		this.watches.close();
		this.api.client().close();
		this.requests.close();
	}

}
