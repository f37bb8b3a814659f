package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.internal.store.lease.RefusedWrites;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Records in nodes, as compare-and-set registers. A write is one transaction of
 * ZooKeeper. It deletes the node of the version that it read, makes that of its own, and
 * writes the data if ZooKeeper's count of writes is as it was read. The count alone would
 * not do: it is the same again in a node that was deleted and made anew, and in a copy
 * that was restored. The random name alone would miss what somebody writes by hand.
 *
 * <p>
 * A server of ZooKeeper answers a read by what it knows itself, which may be old. That
 * costs nothing to who waits: a client never sees a record go back, every write names the
 * version that was read, and no version comes twice. So what is old is refused, and an
 * age that counts from an old answer begins late and not early. Whoever is woken reads
 * from the server that woke it, which knows of the release by then. Only the outcome of
 * an own write, and whatever another client of this process has read, may be newer than
 * what the server knows. So the first read of a client, and reads after a write that was
 * not answered as done, ask the leader of the ensemble first.
 */
final class RecordRegister {

	private static final byte[] NO_DATA = {};

	/** What each record was when it was seen last: a write keeps most of that. */
	private final Map<String, LeaseRecord> latest = new ConcurrentHashMap<>();

	/** The version of a record whose node was missing at a write. */
	private final Map<String, String> doubted = new ConcurrentHashMap<>();

	private final Freshness freshness = new Freshness();

	private final ZookeeperConnection connection;

	RecordRegister(ZookeeperConnection connection) {
		this.connection = connection;
	}

	@Nullable LeaseRecord latest(LeaseNodes nodes) {
		return this.latest.get(nodes.record());
	}

	/** Whether a write is sent before anything else is read. */
	boolean isLatest(LeaseNodes nodes, Request.Change change) {
		LeaseRecord known = latest(nodes);
		return known != null && known.version().equals(change.version());
	}

	/**
	 * Reads a record, from the leader of the ensemble where an old answer may do harm.
	 */
	CompletableFuture<Answer> read(LeaseNodes nodes) {
		Freshness.Reading reading = this.freshness.begin(nodes.record(), this.connection.client());
		if (reading.asksLeader()) {
			return readFromLeader(nodes, reading);
		}
		return data(nodes).thenCompose((got) -> (this.connection.client() == reading.client())
				? unlessBroken(nodes, shown(nodes, got)) : readFromLeader(nodes));
	}

	private CompletableFuture<Answer> readFromLeader(LeaseNodes nodes) {
		return readFromLeader(nodes, this.freshness.begin(nodes.record(), this.connection.client()));
	}

	/**
	 * The server asks the leader of the ensemble how far it is before it answers: both
	 * requests go over one connection, in this order.
	 */
	private CompletableFuture<Answer> readFromLeader(LeaseNodes nodes, Freshness.Reading reading) {
		CompletableFuture<CuratorEvent> synced = this.connection
			.send((client, callback) -> client.sync().inBackground(callback).forPath(nodes.record()));
		return synced.thenCombine(data(nodes), (sync, got) -> {
			Code code = ZookeeperConnection.code(sync);
			if (code != Code.OK) {
				return new Answer.Unknown(ZookeeperProblem.text(code, nodes.record()));
			}
			Answer answer = shown(nodes, got);
			if (!(answer instanceof Answer.Unknown)) {
				this.freshness.isFresh(reading);
			}
			return answer;
		}).thenCompose((answer) -> unlessBroken(nodes, answer));
	}

	private CompletableFuture<CuratorEvent> data(LeaseNodes nodes) {
		return this.connection
			.send((client, callback) -> client.getData().inBackground(callback).forPath(nodes.record()));
	}

	private Answer shown(LeaseNodes nodes, CuratorEvent got) {
		Code code = ZookeeperConnection.code(got);
		if (code == Code.NONODE) {
			this.latest.remove(nodes.record());
			return new Answer.Missing();
		}
		if (code != Code.OK) {
			return new Answer.Unknown(ZookeeperProblem.text(code, nodes.record()));
		}
		try {
			LeaseText text = LeaseText.parse(new String(got.getData(), StandardCharsets.UTF_8));
			RecordVersion version = new RecordVersion(got.getStat().getVersion(), text.stamp());
			LeaseRecord record = text.record(version.toString());
			this.latest.put(nodes.record(), record);
			return Answer.read(record);
		}
		catch (IllegalArgumentException ex) {
			return new Answer.Unknown("The node '" + nodes.record() + "' in ZooKeeper has data that is no lease: "
					+ ex.getMessage() + ". Delete it, or set leader-election.zookeeper.path to another");
		}
	}

	/** Somebody may have deleted the node of a version: nobody could write any more. */
	private CompletableFuture<Answer> unlessBroken(LeaseNodes nodes, Answer answer) {
		LeaseRecord record = latest(nodes);
		String doubt = this.doubted.remove(nodes.record());
		if (record == null || doubt == null || answer instanceof Answer.Unknown || !record.version().equals(doubt)) {
			return CompletableFuture.completedFuture(answer);
		}
		String path = nodes.version(RecordVersion.parse(doubt));
		return this.connection.send((client, callback) -> client.checkExists().inBackground(callback).forPath(path))
			.thenApply((event) -> {
				if (ZookeeperConnection.code(event) != Code.NONODE) {
					return answer;
				}
				this.doubted.put(nodes.record(), doubt);
				return new Answer.Unknown("The node '" + path + "' in ZooKeeper is missing, without which the lease "
						+ "cannot be changed: delete '" + nodes.record() + "' and all below it");
			});
	}

	/** Makes the record and the node of its version, and first what is to be above it. */
	CompletableFuture<Answer> create(LeaseNodes nodes, Request.Create create, BooleanSupplier isOver) {
		LeaseRecord created = create.made(System.currentTimeMillis(), RecordVersion.first(create.stamp()).toString());
		return create(nodes, created).thenCompose((done) -> {
			if (ZookeeperConnection.code(done) != Code.NONODE || isOver.getAsBoolean()) {
				return CompletableFuture.completedFuture(written(nodes, created, done, null));
			}
			return makeParents(nodes.parents()).thenCompose(
					(problem) -> (problem != null) ? CompletableFuture.completedFuture(new Answer.Unknown(problem))
							: create(nodes, created).thenApply((again) -> written(nodes, created, again, null)));
		});
	}

	private CompletableFuture<CuratorEvent> create(LeaseNodes nodes, LeaseRecord created) {
		RecordVersion version = RecordVersion.parse(created.version());
		return transaction(nodes, (client) -> List.of(make(client, nodes.record(), data(created, version)),
				make(client, nodes.version(version), NO_DATA)));
	}

	/**
	 * Makes nodes that are not there yet.
	 * @return what is wrong, null if all are there
	 */
	private CompletableFuture<@Nullable String> makeParents(List<String> paths) {
		CompletableFuture<@Nullable String> made = CompletableFuture.completedFuture(null);
		for (String path : paths) {
			made = made.thenCompose(
					(problem) -> (problem != null) ? CompletableFuture.completedFuture(problem) : makeParent(path));
		}
		return made;
	}

	private CompletableFuture<@Nullable String> makeParent(String path) {
		return this.connection.send((client, callback) -> client.create().inBackground(callback).forPath(path, NO_DATA))
			.thenApply((event) -> {
				Code code = ZookeeperConnection.code(event);
				return (code == Code.OK || code == Code.NODEEXISTS) ? null : ZookeeperProblem.text(code, path);
			});
	}

	/**
	 * Takes, renews or releases a record.
	 * @param place a node that is to go with the write; null for none
	 * @param isOver whether nobody waits for the answer any more
	 */
	CompletableFuture<Answer> write(LeaseNodes nodes, Request.Change request, @Nullable String place,
			BooleanSupplier isOver) {
		String version = request.version();
		LeaseRecord known = latest(nodes);
		if (known != null && known.version().equals(version)) {
			return change(nodes, known, request, place);
		}
		return readFromLeader(nodes).thenCompose((answer) -> {
			LeaseRecord read = latest(nodes);
			if (answer instanceof Answer.Unknown || isOver.getAsBoolean()) {
				return CompletableFuture.completedFuture(
						(answer instanceof Answer.Unknown) ? answer : new Answer.Unknown("Its time was over"));
			}
			return (read != null && read.version().equals(version)) ? change(nodes, read, request, place)
					: refuse(nodes, version);
		});
	}

	/** Asks for a write that the server refuses: it is not there, what is to go. */
	CompletableFuture<Answer> refused(LeaseNodes nodes) {
		Request.Take take = RefusedWrites.take();
		LeaseRecord never = new Request.Create(take.key(), 1, 1, true, 0).made(0, take.version());
		return change(nodes, never, take, null);
	}

	/** ZooKeeper tells no time before it has written, so the taker's clock counts. */
	private CompletableFuture<Answer> change(LeaseNodes nodes, LeaseRecord before, Request.Change request,
			@Nullable String place) {
		RecordVersion read = RecordVersion.parse(before.version());
		RecordVersion written = read.next(request.stamp());
		LeaseRecord after = request.after(before, System.currentTimeMillis(), written.toString());
		return transaction(nodes, (client) -> {
			List<CuratorOp> operations = new ArrayList<>();
			operations.add(client.transactionOp().delete().forPath(nodes.version(read)));
			operations.add(make(client, nodes.version(written), NO_DATA));
			operations.add(client.transactionOp()
				.setData()
				.withVersion(read.count())
				.forPath(nodes.record(), data(after, written)));
			if (place != null) {
				operations.add(client.transactionOp().delete().forPath(place));
			}
			return operations;
		}).thenApply((done) -> written(nodes, after, done, before.version()));
	}

	/** Only the server refuses, so it is asked although the answer is clear. */
	private CompletableFuture<Answer> refuse(LeaseNodes nodes, String version) {
		RecordVersion read = RecordVersion.parse(version);
		return transaction(nodes,
				(client) -> List.of(client.transactionOp().check().forPath(nodes.version(read)),
						client.transactionOp().check().withVersion(read.count()).forPath(nodes.record())))
			.thenApply((event) -> {
				Code code = ZookeeperConnection.code(event);
				return isRefusal(code) ? new Answer.NotDone() : new Answer.Unknown((code == Code.OK)
						? "The record was changed while it was read" : ZookeeperProblem.text(code, nodes.record()));
			});
	}

	private Answer written(LeaseNodes nodes, LeaseRecord after, CuratorEvent done, @Nullable String before) {
		Code code = ZookeeperConnection.code(done);
		if (code == Code.OK) {
			this.latest.put(nodes.record(), after);
			return new Answer.Mine(after);
		}
		if (!isRefusal(code)) {
			return new Answer.Unknown(ZookeeperProblem.text(code, nodes.record()));
		}
		if (before != null && isRefusedBy(done.getOpResults(), 0)) {
			this.doubted.put(nodes.record(), before);
		}
		return new Answer.NotDone();
	}

	private static boolean isRefusedBy(List<CuratorTransactionResult> results, int index) {
		return results.get(index).getError() != 0;
	}

	/**
	 * What is there, or not there, or not as it was: nothing of the transaction is done.
	 */
	private static boolean isRefusal(Code code) {
		return code == Code.NONODE || code == Code.NODEEXISTS || code == Code.BADVERSION;
	}

	private CompletableFuture<CuratorEvent> transaction(LeaseNodes nodes, Operations operations) {
		long write = this.freshness.write(nodes.record());
		return this.connection.send(
				(client, callback) -> client.transaction().inBackground(callback).forOperations(operations.of(client)))
			.thenApply((done) -> {
				if (ZookeeperConnection.code(done) == Code.OK) {
					this.freshness.isDone(nodes.record(), write);
				}
				return done;
			});
	}

	private static byte[] data(LeaseRecord record, RecordVersion version) {
		return LeaseText.of(record, version.stamp()).getBytes(StandardCharsets.UTF_8);
	}

	private static CuratorOp make(CuratorFramework client, String path, byte[] data) throws Exception {
		return client.transactionOp().create().withMode(CreateMode.PERSISTENT).forPath(path, data);
	}

	/**
	 * What a transaction does, in this order.
	 */
	private interface Operations {

		List<CuratorOp> of(CuratorFramework client) throws Exception;

	}

}
