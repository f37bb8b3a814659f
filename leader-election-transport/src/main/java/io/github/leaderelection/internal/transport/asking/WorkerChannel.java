package io.github.leaderelection.internal.transport.asking;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.asking.SealedSession.Post;
import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.held.WorkerRequests;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Question;
import org.jspecify.annotations.Nullable;

/**
 * Asks the leaders of groups. One session for each group is opened when it is needed, and
 * anew if the leader does not know it. No question that a leader may have read is sent
 * again. Safe for use from any thread; does not block.
 */
public final class WorkerChannel implements AutoCloseable {

	/** The leader ends the first of three, so a fourth finds a leader that hangs. */
	private static final int MOST_OPEN = 3;

	/** Longer than a leader holds a question. */
	private static final long MILLIS = 15_000;

	private static final int THREADS = 2;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Line> lines = new HashMap<>();

	private final String cluster;

	private final NodeId self;

	private final Protection protection;

	private final String path;

	private final PostClient client;

	/**
	 * Creates a channel.
	 * @param path the path of the transport below the base URL of each node
	 */
	public WorkerChannel(String cluster, NodeId self, Protection protection, String path) {
		this.cluster = cluster;
		this.self = self;
		this.protection = protection;
		this.path = path + WorkerRequests.PATH;
		this.client = new PostClient("leader-election-" + self + "-worker", THREADS, protection.tls());
	}

	/**
	 * Asks the leader of a group.
	 * @param leader the base URL of the leader
	 * @return the outcome; never fails
	 */
	public CompletionStage<WorkerAnswer> ask(URI leader, String group, String text) {
		CompletableFuture<WorkerAnswer> outcome = new CompletableFuture<>();
		Deque<CompletableFuture<WorkerAnswer>> ending = new ArrayDeque<>();
		Line line;
		this.lock.lock();
		try {
			Line former = this.lines.get(group);
			line = (former != null && former.leader.equals(leader)) ? former : new Line(leader, group);
			if (former != null && former != line) {
				ending.addAll(former.open);
			}
			this.lines.put(group, line);
			line.open.add(outcome);
			if (line.open.size() > MOST_OPEN) {
				ending.add(line.open.remove());
			}
		}
		finally {
			this.lock.unlock();
		}
		ending.forEach((each) -> each.complete(failed("a later question took its place")));
		outcome.whenComplete((given, failure) -> forget(line, outcome));
		line.ask(text, outcome, true);
		return outcome;
	}

	private void forget(Line line, CompletableFuture<WorkerAnswer> outcome) {
		this.lock.lock();
		try {
			line.open.remove(outcome);
		}
		finally {
			this.lock.unlock();
		}
	}

	private static WorkerAnswer failed(String why) {
		return new WorkerAnswer(null, why);
	}

	private static String reason(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return (cause.getMessage() != null) ? cause.getMessage() : cause.toString();
	}

	@Override
	public void close() {
		this.client.close();
		Deque<CompletableFuture<WorkerAnswer>> ending = new ArrayDeque<>();
		this.lock.lock();
		try {
			this.lines.values().forEach((each) -> ending.addAll(each.open));
			this.lines.clear();
		}
		finally {
			this.lock.unlock();
		}
		ending.forEach((each) -> each.complete(failed("the channel is closed")));
	}

	/**
	 * The questions about one group to one leader.
	 */
	private final class Line {

		private final Deque<CompletableFuture<WorkerAnswer>> open = new ArrayDeque<>();

		private final URI leader;

		private final URI url;

		private final String group;

		private @Nullable CompletableFuture<SealedSession> session;

		private Line(URI leader, String group) {
			this.leader = leader;
			this.url = PeerTransportSettings.below(leader, WorkerChannel.this.path);
			this.group = group;
		}

		/**
		 * Asks once a session is open.
		 * @param again whether to ask anew if the leader does not know the session
		 */
		private void ask(String text, CompletableFuture<WorkerAnswer> outcome, boolean again) {
			CompletableFuture<SealedSession> present = session();
			present.thenCompose((opened) -> {
				Post post = next(opened, text);
				if (post.body().length > PostHeaders.MAX_BODY) {
					return CompletableFuture.failedFuture(new IOException(
							"the question has more than " + PostHeaders.MAX_BODY + " bytes: own fewer partitions"));
				}
				CompletableFuture<Answer> sent = send(post);
				outcome.whenComplete((given, failure) -> sent.cancel(true));
				return sent.thenCompose((answer) -> {
					if (answer.isUnknownSession() && again) {
						drop(present);
						ask(text, outcome, false);
						return new CompletableFuture<WorkerAnswer>();
					}
					return answer.isNothing() ? CompletableFuture.completedFuture(WorkerAnswer.NOTHING)
							: read(opened, post, answer).thenApply((told) -> new WorkerAnswer(told, null));
				});
			}).whenComplete((given, failure) -> {
				if (failure != null) {
					drop(present);
				}
				outcome.complete((failure != null) ? failed(reason(failure)) : given);
			});
		}

		private CompletableFuture<SealedSession> session() {
			WorkerChannel.this.lock.lock();
			try {
				CompletableFuture<SealedSession> present = this.session;
				if (present == null) {
					present = open(new SealedSession(WorkerChannel.this.protection));
					this.session = present;
				}
				return present;
			}
			finally {
				WorkerChannel.this.lock.unlock();
			}
		}

		private void drop(CompletableFuture<SealedSession> former) {
			WorkerChannel.this.lock.lock();
			try {
				if (this.session == former) {
					this.session = null;
				}
			}
			finally {
				WorkerChannel.this.lock.unlock();
			}
		}

		private CompletableFuture<SealedSession> open(SealedSession fresh) {
			Post post = next(fresh, "");
			return CompletableFuture
				.supplyAsync(() -> WorkerChannel.this.protection.reasonNotToDial(this.leader),
						WorkerChannel.this.client::execute)
				.thenCompose((reason) -> (reason != null) ? refused(reason) : send(post))
				.thenCompose((answer) -> read(fresh, post, answer))
				.thenApply((told) -> fresh);
		}

		private static <T> CompletableFuture<T> refused(RefusalReason reason) {
			return CompletableFuture.failedFuture(new IOException(reason.text()));
		}

		private Post next(SealedSession opened, String text) {
			WorkerChannel.this.lock.lock();
			try {
				return opened.next((nonce, number) -> new Question(WorkerChannel.this.cluster, WorkerChannel.this.self,
						this.group, nonce, number), text);
			}
			finally {
				WorkerChannel.this.lock.unlock();
			}
		}

		private CompletableFuture<Answer> send(Post post) {
			return WorkerChannel.this.client.send(this.url, post.headers(), post.body(), MILLIS, SealedText.MAX_BODY);
		}

		private CompletableFuture<String> read(SealedSession opened, Post post, Answer answer) {
			WorkerChannel.this.lock.lock();
			try {
				return CompletableFuture.completedFuture(opened.read(post, answer));
			}
			catch (IOException ex) {
				return CompletableFuture.failedFuture(ex);
			}
			finally {
				WorkerChannel.this.lock.unlock();
			}
		}

	}

}
