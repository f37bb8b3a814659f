package io.github.leaderelection.internal.store.etcd;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.Txn;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.internal.store.lease.UnusedKey;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.grpc.Context;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests as transactions of etcd, reads included. The client repeats a
 * transaction only if its server refused the user's token, and so did nothing. The last
 * known record is kept, so that a write usually takes one round trip. The transaction
 * compares that record.
 */
final class LeaseTransactions {

	/** Stands for the version before the write: etcd gives the revisions. */
	private static final String NOT_WRITTEN_YET = "";

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final Map<Key, StoredLease> seen = new ConcurrentHashMap<>();

	LeaseTransactions(EtcdConnection connection, EtcdKeys keys) {
		this.connection = connection;
		this.keys = keys;
	}

	/**
	 * Keeps a record that a watch showed, unless a newer one is known.
	 * @return the record, null if it is none: the next read reports that
	 */
	@Nullable LeaseRecord told(Key key, KeyValue shown) {
		try {
			StoredLease told = StoredLease.of(shown);
			this.seen.merge(key, told,
					(known, other) -> (known.version().modified() < other.version().modified()) ? other : known);
			return told.found().told();
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * Sends a request, unless the context has ended.
	 * @return completes exceptionally if the outcome is not known
	 */
	CompletableFuture<Answer> answer(Request request, Context context) {
		if (request instanceof Request.Create create) {
			return write(create.key(), create.made(System.currentTimeMillis(), NOT_WRITTEN_YET), create.stamp(),
					context, compare(create.key(), CmpTarget.createRevision(0)));
		}
		if (request instanceof Request.Change change) {
			return change(change, context);
		}
		if (request instanceof Request.ReadValue) {
			return commit(context, (txn) -> txn.Then(get(this.keys.value(request.key()))))
				.thenApply(LeaseTransactions::value);
		}
		if (request instanceof Request.WriteValue write) {
			return write(write, context);
		}
		return read(request.key(), context)
			.thenApply((found) -> (found != null) ? found.found().answer() : new Answer.Missing());
	}

	private CompletableFuture<Answer> write(Request.WriteValue write, Context context) {
		ByteSequence key = this.keys.value(write.key());
		CmpTarget<?> read = (write.version() != null) ? CmpTarget.modRevision(Long.parseLong(write.version()))
				: CmpTarget.createRevision(0);
		return commit(context,
				(txn) -> txn.If(new Cmp(key, Cmp.Op.EQUAL, read))
					.Then(Op.put(key, EtcdKeys.bytes(write.text()), PutOption.DEFAULT), get(key)))
			.thenApply((done) -> done.isSucceeded() ? value(done) : new Answer.NotDone());
	}

	private static Answer value(TxnResponse done) {
		return done.getGetResponses()
			.get(0)
			.getKvs()
			.stream()
			.map((found) -> new Answer.Value(Long.toString(found.getModRevision()),
					found.getValue().toString(StandardCharsets.UTF_8)))
			.findFirst()
			.orElse(Answer.Value.NONE);
	}

	/**
	 * Tries the rights that every node needs, without a change. Before it compares, etcd
	 * checks the rights for all operations of a transaction.
	 */
	CompletableFuture<?> tryRights(Context context) {
		Key key = UnusedKey.KEY;
		LeaseRecord never = new Request.Create(key, 1, 1, true, 0).made(0, NOT_WRITTEN_YET);
		return write(key, never, 0, context, compare(key, CmpTarget.modRevision(-1)));
	}

	private CompletableFuture<@Nullable StoredLease> read(Key key, Context context) {
		return commit(context, (txn) -> txn.Then(get(key))).thenApply((done) -> {
			StoredLease found = found(done);
			if (found == null) {
				this.seen.remove(key);
			}
			else {
				this.seen.put(key, found);
			}
			return found;
		});
	}

	private CompletableFuture<Answer> change(Request.Change change, Context context) {
		StoredLease known = this.seen.get(change.key());
		if (known != null && known.has(change.version())) {
			return change(change, known, context);
		}
		return read(change.key(), context).thenCompose((found) -> (found != null && found.has(change.version()))
				? change(change, found, context) : refuse(change, context));
	}

	/** etcd tells no time, so the milliseconds are those of this machine. */
	private CompletableFuture<Answer> change(Request.Change change, StoredLease old, Context context) {
		Key key = change.key();
		LeaseRecord next = change.after(old.record(), System.currentTimeMillis(), NOT_WRITTEN_YET);
		return write(key, next, change.stamp(), context, compare(key, CmpTarget.modRevision(old.version().modified())),
				compare(key, CmpTarget.createRevision(old.version().created())),
				compare(key, CmpTarget.value(old.value())));
	}

	/**
	 * Refuses a change whose version is outdated, once etcd has confirmed that. Revisions
	 * show it, or the value if a restored copy has the same revisions.
	 */
	private CompletableFuture<Answer> refuse(Request.Change change, Context context) {
		Key key = change.key();
		EtcdVersion old = EtcdVersion.parse(change.version());
		return commit(context,
				(txn) -> txn
					.If(compare(key, CmpTarget.modRevision(old.modified())),
							compare(key, CmpTarget.createRevision(old.created())))
					.Then(get(key)))
			.thenApply((done) -> (done.isSucceeded() && isShown(done, change.version()))
					? new Answer.Unknown("The record changed while it was looked at") : new Answer.NotDone());
	}

	private static boolean isShown(TxnResponse done, String version) {
		StoredLease shown = found(done);
		return shown != null && shown.has(version);
	}

	private CompletableFuture<Answer> write(Key key, LeaseRecord next, long stamp, Context context, Cmp... conditions) {
		ByteSequence value = EtcdKeys.bytes(LeaseText.of(next, EtcdVersion.stamp(stamp)));
		return commit(context,
				(txn) -> txn.If(conditions).Then(Op.put(this.keys.record(key), value, PutOption.DEFAULT), get(key)))
			.thenApply((done) -> {
				if (!done.isSucceeded()) {
					return new Answer.NotDone();
				}
				StoredLease written = found(done);
				if (written == null) {
					return new Answer.Unknown("etcd did not show what it wrote");
				}
				this.seen.put(key, written);
				return written.found().written();
			});
	}

	private Cmp compare(Key key, CmpTarget<?> target) {
		return new Cmp(this.keys.record(key), Cmp.Op.EQUAL, target);
	}

	/** A linearizable read: the value of the majority, not of one server. */
	private Op get(Key key) {
		return get(this.keys.record(key));
	}

	private static Op get(ByteSequence key) {
		return Op.get(key, GetOption.builder().withSerializable(false).build());
	}

	private static @Nullable StoredLease found(TxnResponse done) {
		GetResponse shown = done.getGetResponses().get(0);
		return shown.getKvs().isEmpty() ? null : StoredLease.of(shown.getKvs().get(0));
	}

	private CompletableFuture<TxnResponse> commit(Context context, Supply supply) {
		if (context.isCancelled()) {
			return CompletableFuture.failedFuture(Status.CANCELLED.withDescription("its time is over").asException());
		}
		Client client = this.connection.client();
		Context former = context.attach();
		try {
			return supply.of(client.getKVClient().txn()).commit().whenComplete((done, failure) -> {
				if (done != null) {
					this.connection.answered(client);
				}
				else if (EtcdProblem.isOfTheWay(failure)) {
					this.connection.failed(client);
				}
			});
		}
		finally {
			context.detach(former);
		}
	}

	/**
	 * Adds comparisons and operations to an empty transaction.
	 */
	private interface Supply {

		Txn of(Txn empty);

	}

}
