package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.transaction.CuratorOp;
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
				? CompletableFuture.completedFuture(shown(nodes, got)) : readFromLeader(nodes));
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
		});
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
			String stamp = Objects.requireNonNullElseGet(text.stamp(),
					() -> RecordVersion.foreignStamp(got.getStat().getMzxid()));
			FoundLease found = text.found(new RecordVersion(got.getStat().getVersion(), stamp).toString());
			this.latest.put(nodes.record(), found.record());
			return found.answer();
		}
		catch (IllegalArgumentException ex) {
			return new Answer.Unknown("The node '" + nodes.record() + "' in ZooKeeper has data that is no lease: "
					+ ex.getMessage() + ". Delete it, or set leader-election.zookeeper.path to another");
		}
	}

	/** Makes the record and the node of its version, and first what is to be above it. */
	CompletableFuture<Answer> create(LeaseNodes nodes, Request.Create create, BooleanSupplier isOver) {
		LeaseRecord created = create.made(System.currentTimeMillis(), RecordVersion.first(create.stamp()).toString());
		return create(nodes, created).thenCompose((done) -> {
			if (ZookeeperConnection.code(done) != Code.NONODE || isOver.getAsBoolean()) {
				return CompletableFuture.completedFuture(written(nodes, created, done));
			}
			return makeParents(nodes.parents()).thenCompose(
					(problem) -> (problem != null) ? CompletableFuture.completedFuture(new Answer.Unknown(problem))
							: create(nodes, created).thenApply((again) -> written(nodes, created, again)));
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

	/** Takes, renews or releases a record. */
	CompletableFuture<Answer> write(LeaseNodes nodes, Request.Change request, BooleanSupplier isOver) {
		String version = request.version();
		LeaseRecord known = latest(nodes);
		if (known != null && known.version().equals(version)) {
			return change(nodes, known, request, isOver);
		}
		return readFromLeader(nodes).thenCompose((answer) -> {
			LeaseRecord read = latest(nodes);
			if (answer instanceof Answer.Unknown || isOver.getAsBoolean()) {
				return CompletableFuture.completedFuture(
						(answer instanceof Answer.Unknown) ? answer : new Answer.Unknown("Its time was over"));
			}
			return (read != null && read.version().equals(version)) ? change(nodes, read, request, isOver)
					: refuse(nodes, version);
		});
	}

	/** ZooKeeper tells no time before it has written, so the taker's clock counts. */
	private CompletableFuture<Answer> change(LeaseNodes nodes, LeaseRecord before, Request.Change request,
			BooleanSupplier isOver) {
		String next = RecordVersion.parse(before.version()).next(request.stamp()).toString();
		LeaseRecord after = request.after(before, System.currentTimeMillis(), next);
		return replace(nodes, before, after)
			.thenCompose((done) -> isUnnamed(done) ? nameAnew(nodes, request, isOver)
				.thenCompose((named) -> named ? replace(nodes, before, after) : done(done)) : done(done))
			.thenApply((done) -> written(nodes, after, done));
	}

	private static CompletableFuture<CuratorEvent> done(CuratorEvent event) {
		return CompletableFuture.completedFuture(event);
	}

	private CompletableFuture<CuratorEvent> replace(LeaseNodes nodes, LeaseRecord before, LeaseRecord after) {
		RecordVersion read = RecordVersion.parse(before.version());
		RecordVersion written = RecordVersion.parse(after.version());
		return transaction(nodes, (client) -> {
			List<CuratorOp> operations = new ArrayList<>();
			operations.add(client.transactionOp().delete().forPath(nodes.version(read)));
			operations.add(make(client, nodes.version(written), NO_DATA));
			operations.add(client.transactionOp()
				.setData()
				.withVersion(read.count())
				.forPath(nodes.record(), data(after, written)));
			return operations;
		});
	}

	/** The server refused the first operation: the node of the version is not there. */
	private static boolean isUnnamed(CuratorEvent done) {
		return isRefusal(ZookeeperConnection.code(done)) && done.getOpResults().get(0).getError() != 0;
	}

	/**
	 * Makes the node of a version that the record has, and no node names: somebody
	 * deleted it, or put the data of the record back by hand. Whoever led by the record
	 * cannot have changed it since, so a take waits for nothing else.
	 */
	private CompletableFuture<Boolean> nameAnew(LeaseNodes nodes, Request.Change request, BooleanSupplier isOver) {
		if (!(request instanceof Request.Take) || !isLatest(nodes, request)) {
			return CompletableFuture.completedFuture(false);
		}
		return readFromLeader(nodes).thenCompose((answer) -> {
			if (answer instanceof Answer.Unknown || isOver.getAsBoolean() || !isLatest(nodes, request)) {
				return CompletableFuture.completedFuture(false);
			}
			String path = nodes.version(RecordVersion.parse(request.version()));
			return this.connection
				.send((client, callback) -> client.create().inBackground(callback).forPath(path, NO_DATA))
				.thenApply((event) -> {
					Code code = ZookeeperConnection.code(event);
					return code == Code.OK || code == Code.NODEEXISTS;
				});
		});
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

	private Answer written(LeaseNodes nodes, LeaseRecord after, CuratorEvent done) {
		Code code = ZookeeperConnection.code(done);
		if (code == Code.OK) {
			this.latest.put(nodes.record(), after);
			return new Answer.Mine(after);
		}
		return isRefusal(code) ? new Answer.NotDone() : new Answer.Unknown(ZookeeperProblem.text(code, nodes.record()));
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
