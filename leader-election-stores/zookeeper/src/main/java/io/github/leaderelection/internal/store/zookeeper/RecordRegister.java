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
 * Keeps records in nodes, as compare-and-set registers. A write is one transaction of
 * ZooKeeper. It deletes the node of the version that was read and creates the node of the
 * next version. It writes the data if ZooKeeper's count of writes is as it was read. The
 * count alone is not enough: it repeats in a node that was created again, or restored.
 * The random name alone would miss a write by hand.
 *
 * <p>
 * A server of ZooKeeper answers a read from its own copy, which may be stale. A stale
 * read does a waiting node no harm. A client never sees a record go back, every write
 * names the version that was read, and no version repeats. So a write after a stale read
 * is refused. An age that counts from a stale answer begins late, not early. A woken node
 * reads from the server that woke it, which knows of the release by then. Of what this
 * node knows, the copy can lack only an own write, or a read of another client. So the
 * first read of a client, and each read after an unconfirmed write, asks the leader of
 * the ensemble first.
 */
final class RecordRegister {

	private static final byte[] NO_DATA = {};

	/** Each record as it was seen last: a write keeps most of its fields. */
	private final Map<String, LeaseRecord> latest = new ConcurrentHashMap<>();

	private final Freshness freshness = new Freshness();

	private final ZookeeperConnection connection;

	RecordRegister(ZookeeperConnection connection) {
		this.connection = connection;
	}

	@Nullable LeaseRecord latest(LeaseNodes nodes) {
		return this.latest.get(nodes.record());
	}

	/** Whether a change is sent without a read before it. */
	boolean isLatest(LeaseNodes nodes, Request.Change change) {
		LeaseRecord known = latest(nodes);
		return known != null && known.version().equals(change.version());
	}

	/**
	 * Reads a record, from the leader of the ensemble if a stale answer may do harm.
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
	 * Makes the server catch up with the leader of the ensemble before it answers. Both
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
			LeaseText text = LeaseText.parse(new String(got.getData(), StandardCharsets.UTF_8),
					"Delete it, or set leader-election.zookeeper.path to another");
			String stamp = Objects.requireNonNullElseGet(text.stamp(),
					() -> RecordVersion.foreignStamp(got.getStat().getMzxid()));
			FoundLease found = text.found(new RecordVersion(got.getStat().getVersion(), stamp).toString());
			this.latest.put(nodes.record(), found.record());
			return found.answer();
		}
		catch (IllegalArgumentException ex) {
			return new Answer.Unknown(
					"The node '" + nodes.record() + "' in ZooKeeper has data that is no lease: " + ex.getMessage());
		}
	}

	/** Creates the record, the node of its version, and missing parents. */
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
	 * Creates the nodes that are missing.
	 * @return the problem, null if all nodes exist
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

	/** Reads a value from the leader of the ensemble. */
	CompletableFuture<Answer> readValue(LeaseNodes nodes) {
		return this.connection.send((client, callback) -> client.sync().inBackground(callback).forPath(nodes.record()))
			.thenCombine(data(nodes), (sync, got) -> {
				Code code = ZookeeperConnection.code(sync);
				Code found = (code != Code.OK) ? code : ZookeeperConnection.code(got);
				return switch (found) {
					case OK -> new Answer.Value(Integer.toString(got.getStat().getVersion()),
							new String(got.getData(), StandardCharsets.UTF_8));
					case NONODE -> Answer.Value.NONE;
					default -> new Answer.Unknown(ZookeeperProblem.text(found, nodes.record()));
				};
			});
	}

	/** ZooKeeper's count of writes is the version of a value. */
	CompletableFuture<Answer> writeValue(LeaseNodes nodes, Request.WriteValue write, BooleanSupplier isOver) {
		byte[] data = write.text().getBytes(StandardCharsets.UTF_8);
		if (write.version() != null) {
			int count = Integer.parseInt(write.version());
			return this.connection
				.send((client, callback) -> client.setData()
					.withVersion(count)
					.inBackground(callback)
					.forPath(nodes.record(), data))
				.thenApply((done) -> written(nodes, count + 1, write, done));
		}
		return make(nodes, data).thenCompose((done) -> {
			if (ZookeeperConnection.code(done) != Code.NONODE || isOver.getAsBoolean()) {
				return done(done);
			}
			return makeParents(nodes.parents())
				.thenCompose((problem) -> (problem != null) ? done(done) : make(nodes, data));
		}).thenApply((done) -> written(nodes, 0, write, done));
	}

	private CompletableFuture<CuratorEvent> make(LeaseNodes nodes, byte[] data) {
		return this.connection
			.send((client, callback) -> client.create().inBackground(callback).forPath(nodes.record(), data));
	}

	private static Answer written(LeaseNodes nodes, int version, Request.WriteValue write, CuratorEvent done) {
		Code code = ZookeeperConnection.code(done);
		if (code == Code.OK) {
			return new Answer.Value(Integer.toString(version), write.text());
		}
		return isRefusal(code) ? new Answer.NotDone() : new Answer.Unknown(ZookeeperProblem.text(code, nodes.record()));
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

	/** ZooKeeper tells no time before a write, so this machine's clock counts. */
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

	/** Whether the first operation was refused: the version's node is missing. */
	private static boolean isUnnamed(CuratorEvent done) {
		return isRefusal(ZookeeperConnection.code(done)) && done.getOpResults().get(0).getError() != 0;
	}

	/**
	 * Creates the missing node of the record's version, which was deleted, or whose
	 * record was put back by hand. Without it the former holder cannot have renewed the
	 * record, so the take needs no further wait.
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

	/** Has the server confirm an outdated version: only the server may refuse a write. */
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
	 * Whether a node exists, is missing or has changed: the server has done nothing.
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
	 * Lists the operations of a transaction in their order.
	 */
	private interface Operations {

		List<CuratorOp> of(CuratorFramework client) throws Exception;

	}

}
