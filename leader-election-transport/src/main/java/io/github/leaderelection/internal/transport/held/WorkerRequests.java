package io.github.leaderelection.internal.transport.held;

import java.util.List;

import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Numbered;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Question;
import org.jspecify.annotations.Nullable;

/**
 * Holds the questions of workers until they are answered, or for ten seconds. A worker
 * has a session for each group, and two questions open: the next one arrives while the
 * former one is held.
 */
public final class WorkerRequests extends SealedSessions<Place> {

	/** The path of workers, appended to the path of the transport. */
	public static final String PATH = "/workers";

	private static final int PLACES = 1000;

	private static final int DIALLING = 100;

	private static final int MOST_HELD = 2;

	/** A worker with a long lease asks rarely. */
	static final Times DEFAULT = new Times(1000, 10_000, 60_000);

	private final WorkerQuestions questions;

	public WorkerRequests(String cluster, Protection protection, Acceptor acceptor, WorkerQuestions questions) {
		this(new Entry(cluster, protection, PLACES, DIALLING, RefusalReason.TOO_MANY_WORKERS), acceptor, DEFAULT,
				questions);
	}

	WorkerRequests(Entry entry, Acceptor acceptor, Times times, WorkerQuestions questions) {
		super(entry, acceptor, times, TransportThreads.forHeld("workers"));
		this.questions = questions;
	}

	@Override
	Place place(String session) {
		return new Place(session, MOST_HELD + 1);
	}

	@Override
	@Nullable RefusalReason judge(Numbered asked, String text) {
		return (asked instanceof Question) ? null : RefusalReason.MALFORMED;
	}

	@Override
	Runnable hold(Place place, Held held, Numbered asked, String text) {
		place.hold(held);
		List<Held> oldest = place.takeBeyond(MOST_HELD);
		String group = ((Question) asked).group();
		return () -> {
			oldest.forEach((each) -> each.answer(Reply.nothing()));
			this.questions.asked(group, asked.node(), text, (answer) -> answer(held, answer));
		};
	}

	/** The caller need not wait until the answer is sealed. */
	private void answer(Held held, @Nullable String answer) {
		threads().execute(() -> {
			if (answer != null) {
				held.answer(answer);
			}
			else {
				held.answer(Reply.nothing());
			}
		});
	}

	@Override
	List<Runnable> due(Place place, long nanos) {
		return place.take((each) -> each.isOlderThan(nanos))
			.stream()
			.<Runnable>map((each) -> () -> each.answer(Reply.nothing()))
			.toList();
	}

}
