package io.github.leaderelection.internal.transport.asking;

import java.io.IOException;
import java.net.URI;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.asking.SealedSession.Post;
import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.held.WorkerRequests;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.spi.Loopback;
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

	/** By group. */
	private final Map<String, Line> lines = new ConcurrentHashMap<>();

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
		Line line = this.lines.compute(group,
				(name, former) -> (former != null && former.leader.equals(leader)) ? former : new Line(leader, name));
		CompletableFuture<WorkerAnswer> outcome = new CompletableFuture<>();
		line.open.add(outcome);
		outcome.whenComplete((given, failure) -> line.open.remove(outcome));
		if (line.open.size() > MOST_OPEN) {
			line.end(1, "a later question took its place");
		}
		line.ask(text, outcome, true);
		return outcome;
	}

	@Override
	public void close() {
		this.client.close();
		this.lines.values().forEach((each) -> each.end(Integer.MAX_VALUE, "the channel is closed"));
		this.lines.clear();
	}

	private static WorkerAnswer failed(String why) {
		return new WorkerAnswer(null, why);
	}

	private static String reason(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		return (cause.getMessage() != null) ? cause.getMessage() : cause.toString();
	}

	/**
	 * The questions about one group to one leader.
	 */
	private final class Line {

		/** The oldest first. */
		private final Deque<CompletableFuture<WorkerAnswer>> open = new ConcurrentLinkedDeque<>();

		private final AtomicReference<@Nullable CompletableFuture<SealedSession>> session = new AtomicReference<>();

		private final URI leader;

		/** Known once a session is opened. */
		private volatile URI url;

		private final String group;

		private Line(URI leader, String group) {
			this.leader = leader;
			this.url = PeerTransportSettings.below(leader, WorkerChannel.this.path);
			this.group = group;
		}

		/** Ends the oldest questions without an answer. */
		private void end(int most, String why) {
			this.open.stream().limit(most).forEach((each) -> each.complete(failed(why)));
		}

		/**
		 * Asks once a session is open.
		 * @param again whether to ask anew if the leader does not know the session
		 */
		private void ask(String text, CompletableFuture<WorkerAnswer> outcome, boolean again) {
			CompletableFuture<SealedSession> present = session();
			present.thenCompose((opened) -> ask(opened, text, outcome)).whenComplete((given, failure) -> {
				if (failure != null) {
					this.session.compareAndSet(present, null);
				}
				if (again && failure instanceof CompletionException && failure.getCause() instanceof UnknownSession) {
					ask(text, outcome, false);
				}
				else {
					outcome.complete((failure != null) ? failed(reason(failure)) : given);
				}
			});
		}

		private CompletableFuture<WorkerAnswer> ask(SealedSession opened, String text, CompletableFuture<?> outcome) {
			Post post = next(opened, text);
			if (post.body().length > PostHeaders.MAX_BODY) {
				return CompletableFuture.failedFuture(new IOException(
						"the question has more than " + PostHeaders.MAX_BODY + " bytes: own fewer partitions"));
			}
			CompletableFuture<Answer> sent = send(post);
			outcome.whenComplete((given, failure) -> sent.cancel(true));
			return sent.thenApply((answer) -> answer.isNothing() ? WorkerAnswer.NOTHING
					: new WorkerAnswer(read(opened, post, answer), null));
		}

		private CompletableFuture<SealedSession> session() {
			CompletableFuture<SealedSession> fresh = new CompletableFuture<>();
			CompletableFuture<SealedSession> present = this.session.compareAndExchange(null, fresh);
			if (present != null) {
				return present;
			}
			SealedSession opened = new SealedSession(WorkerChannel.this.protection);
			Post post = next(opened, "");
			CompletableFuture.supplyAsync(this::dial, WorkerChannel.this.client::execute)
				.thenCompose((reason) -> (reason != null)
						? CompletableFuture.failedFuture(new IOException(reason.text())) : send(post))
				.thenApply((answer) -> read(opened, post, answer))
				.whenComplete((told, failure) -> {
					if (failure != null) {
						fresh.completeExceptionally(failure);
					}
					else {
						fresh.complete(opened);
					}
				});
			return fresh;
		}

		/** Without a secret a leader on this machine is asked by loopback. */
		private @Nullable RefusalReason dial() {
			URI dialled = (WorkerChannel.this.protection.secret() == null) ? Loopback.ofThisMachine(this.leader)
					: this.leader;
			this.url = PeerTransportSettings.below(dialled, WorkerChannel.this.path);
			return WorkerChannel.this.protection.reasonNotToDial(dialled);
		}

		private Post next(SealedSession opened, String text) {
			return opened.next((nonce, number) -> new Question(WorkerChannel.this.cluster, WorkerChannel.this.self,
					this.group, nonce, number), text);
		}

		private CompletableFuture<Answer> send(Post post) {
			return WorkerChannel.this.client.send(this.url, post.headers(), post.body(), MILLIS, SealedText.MAX_BODY);
		}

		private static String read(SealedSession opened, Post post, Answer answer) {
			try {
				if (answer.isUnknownSession()) {
					throw new UnknownSession();
				}
				return opened.read(post, answer);
			}
			catch (IOException ex) {
				throw new CompletionException(ex);
			}
		}

	}

	/**
	 * The leader has not read a question, as it does not know the session.
	 */
	private static final class UnknownSession extends IOException {

		private static final long serialVersionUID = 1L;

		private UnknownSession() {
			super("the leader does not know the session that it has just opened");
		}

	}

}
