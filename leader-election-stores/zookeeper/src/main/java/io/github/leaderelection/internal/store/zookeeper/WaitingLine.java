package io.github.leaderelection.internal.store.zookeeper;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntConsumer;

import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The place of this process in the line of those who wait for a lease: an ephemeral node
 * with a number of ZooKeeper's. The line only says who goes first: nobody leads by a
 * place, and nobody waits for ever for one who stands before. Whoever takes the lease
 * leaves the line by the same write. Used by one thread alone, where nothing else is
 * said.
 */
final class WaitingLine {

	private static final byte[] NO_DATA = {};

	private final CuratorWatcher watcher = this::changed;

	private final ZookeeperConnection connection;

	private final LeaseNodes nodes;

	private final Executor owner;

	private final long lookNanos;

	private final IntConsumer onMoved;

	/** Begins the names of all nodes that this process ever made here. */
	private final String self = random();

	/** Names the last try to get a place, as long as it is not known what came of it. */
	private @Nullable String attempt;

	private @Nullable CompletableFuture<@Nullable String> entering;

	private boolean isClosed;

	/** For any thread. */
	private volatile @Nullable String place;

	private long lookedNanos;

	/** For any thread. */
	private volatile int ahead = Turns.NOWHERE;

	/**
	 * A line that this process does not stand in yet.
	 * @param lookNanos how long a place is known for
	 * @param onMoved is told how many stand before this process when that is another
	 * number
	 */
	WaitingLine(ZookeeperConnection connection, LeaseNodes nodes, Executor owner, long lookNanos, IntConsumer onMoved) {
		this.connection = connection;
		this.nodes = nodes;
		this.owner = owner;
		this.lookNanos = lookNanos;
		this.onMoved = onMoved;
	}

	private static String random() {
		return Long.toHexString(ThreadLocalRandom.current().nextLong());
	}

	/**
	 * How many stand before this process. More than there are as long as only some have
	 * left that it does not watch. For any thread.
	 */
	int ahead() {
		return this.ahead;
	}

	/** Whether there is a place. For any thread. */
	boolean stands() {
		return this.place != null;
	}

	/**
	 * Gets a place, unless there is one. For any thread.
	 * @return the node; null if there is no record that one could wait for
	 */
	CompletableFuture<@Nullable String> enter() {
		return CompletableFuture.supplyAsync(this::entered, this.owner).thenCompose((entered) -> entered);
	}

	private CompletableFuture<@Nullable String> entered() {
		String known = this.place;
		if (known != null) {
			if (System.nanoTime() - this.lookedNanos > this.lookNanos) {
				look();
			}
			return CompletableFuture.completedFuture(known);
		}
		if (this.isClosed) {
			return CompletableFuture.failedFuture(new IllegalStateException("The line was left"));
		}
		CompletableFuture<@Nullable String> under = this.entering;
		if (under == null) {
			CompletableFuture<@Nullable String> begun = find().thenComposeAsync(
					(found) -> (found != null) ? CompletableFuture.completedFuture(found) : make(), this.owner);
			this.entering = begun;
			begun.whenCompleteAsync((made, failure) -> stands(begun, made), this.owner);
			under = begun;
		}
		return under;
	}

	private void stands(CompletableFuture<@Nullable String> begun, @Nullable String made) {
		if (this.entering != begun) {
			// its session has ended
			if (made != null && !made.equals(this.place)) {
				delete(made);
			}
			return;
		}
		this.entering = null;
		if (made != null) {
			this.attempt = null;
			this.place = made;
			if (this.isClosed) {
				leave();
			}
			else {
				look();
			}
		}
	}

	/**
	 * Looks what came of a try whose answer was lost. It may have made a node ahead of
	 * any that is made now, in which nobody would wait.
	 */
	private CompletableFuture<@Nullable String> find() {
		String open = this.attempt;
		if (open == null) {
			return CompletableFuture.completedFuture(null);
		}
		return children().thenApplyAsync((names) -> names.stream()
			.filter((name) -> name.startsWith(this.self + "." + open + "-"))
			.findFirst()
			.map((name) -> this.nodes.waiting() + "/" + name)
			.orElse(null), this.owner);
	}

	private CompletableFuture<List<String>> children() {
		return this.connection
			.send((client, callback) -> client.getChildren().inBackground(callback).forPath(this.nodes.waiting()))
			.thenApply((event) -> {
				Code code = ZookeeperConnection.code(event);
				if (code != Code.OK && code != Code.NONODE) {
					throw new ZookeeperProblem.NoAnswer(code, this.nodes.waiting());
				}
				return (code == Code.OK) ? event.getChildren() : List.of();
			});
	}

	private CompletableFuture<@Nullable String> make() {
		String open = random();
		this.attempt = open;
		return make(open).thenCompose((event) -> {
			if (ZookeeperConnection.code(event) != Code.NONODE) {
				return CompletableFuture.completedFuture(event);
			}
			return this.connection.send(
					(client, callback) -> client.create().inBackground(callback).forPath(this.nodes.waiting(), NO_DATA))
				.thenCompose((made) -> make(open));
		}).thenApply((event) -> {
			Code code = ZookeeperConnection.code(event);
			if (code != Code.OK && code != Code.NONODE) {
				throw new ZookeeperProblem.NoAnswer(code, this.nodes.waiting());
			}
			return (code == Code.OK) ? event.getName() : null;
		});
	}

	private CompletableFuture<CuratorEvent> make(String open) {
		return this.connection.send((client, callback) -> client.create()
			.withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
			.inBackground(callback)
			.forPath(this.nodes.waiting() + "/" + this.self + "." + open + "-", NO_DATA));
	}

	/** The place may not be what it was. For any thread. */
	void check() {
		this.owner.execute(this::look);
	}

	/** Looks who stands before this process. */
	private void look() {
		if (this.place != null && !this.isClosed) {
			this.lookedNanos = System.nanoTime();
			// without an answer the next connection looks again
			children().thenAcceptAsync(this::stand, this.owner);
		}
	}

	private void stand(List<String> names) {
		String own = this.place;
		if (own == null) {
			return;
		}
		String ownName = own.substring(own.lastIndexOf('/') + 1);
		names.stream()
			.filter((name) -> name.startsWith(this.self + ".") && !name.equals(ownName))
			.forEach((name) -> delete(this.nodes.waiting() + "/" + name));
		if (!names.contains(ownName)) {
			lost();
			return;
		}
		long number = number(ownName);
		List<String> before = names.stream()
			.filter((name) -> !name.startsWith(this.self + ".") && number(name) < number)
			.sorted(Comparator.comparingLong(WaitingLine::number))
			.toList();
		if (!before.isEmpty()) {
			watch(this.nodes.waiting() + "/" + before.get(before.size() - 1));
		}
		if (before.size() != this.ahead) {
			this.ahead = before.size();
			this.onMoved.accept(before.size());
		}
	}

	private static long number(String name) {
		try {
			return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
		}
		catch (NumberFormatException ex) {
			// not of this line
			return Long.MAX_VALUE;
		}
	}

	private void watch(String before) {
		this.connection
			.send((client,
					callback) -> client.checkExists().usingWatcher(this.watcher).inBackground(callback).forPath(before))
			.thenAcceptAsync((event) -> {
				if (ZookeeperConnection.code(event) == Code.NONODE) {
					look();
				}
			}, this.owner);
	}

	/** On a thread of ZooKeeper. */
	private void changed(WatchedEvent event) {
		if (event.getType() != EventType.None) {
			check();
		}
	}

	private void delete(String path) {
		this.connection.send((client, callback) -> client.delete().inBackground(callback).forPath(path));
	}

	/** The session has ended, and every place with it. For any thread. */
	void sessionEnded() {
		this.owner.execute(() -> {
			this.attempt = null;
			this.entering = null;
			lost();
		});
	}

	private void lost() {
		this.place = null;
		this.ahead = Turns.NOWHERE;
	}

	/** This process took the lease, and its place went with that. For any thread. */
	void taken(String former) {
		this.owner.execute(() -> {
			if (former.equals(this.place)) {
				lost();
			}
		});
	}

	/** Does not stand in line any more. For any thread. */
	void close() {
		this.owner.execute(() -> {
			this.isClosed = true;
			leave();
		});
	}

	private void leave() {
		String own = this.place;
		lost();
		if (own != null) {
			delete(own);
		}
	}

}
