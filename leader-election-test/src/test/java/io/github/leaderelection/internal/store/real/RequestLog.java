package io.github.leaderelection.internal.store.real;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Which requests nodes sent to their stores, in order, each with the time of its sending
 * by the monotonic clock.
 */
public final class RequestLog {

	private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();

	/**
	 * A store whose requests are kept here.
	 * @param isCut whether its requests are lost, which is asked for each
	 */
	public LeaseStore of(LeaseStore store, BooleanSupplier isCut) {
		return new Logged(store, isCut);
	}

	public List<Sent> all() {
		return List.copyOf(this.sent);
	}

	/** Those sent from one time on and before another. */
	public List<Sent> between(long fromNanos, long untilNanos) {
		return this.sent.stream()
			.filter((each) -> each.atNanos() - fromNanos >= 0 && each.atNanos() - untilNanos < 0)
			.toList();
	}

	/** Those sent from that time on. */
	public List<Sent> since(long fromNanos) {
		return between(fromNanos, System.nanoTime());
	}

	public static long count(List<Sent> sent, Class<? extends LeaseStore.Request> kind) {
		return sent.stream().map(Sent::request).filter(kind::isInstance).count();
	}

	public static List<Sent> takesThatWereDone(List<Sent> sent) {
		return sent.stream()
			.filter((each) -> each.request() instanceof LeaseStore.Request.Take)
			.filter((each) -> each.answer().getNow(new LeaseStore.Answer.NotDone()) instanceof LeaseStore.Answer.Mine)
			.toList();
	}

	/**
	 * A request.
	 *
	 * @param atNanos when it was sent
	 * @param request what was asked
	 * @param answer what was answered
	 */
	public record Sent(long atNanos, LeaseStore.Request request, CompletableFuture<LeaseStore.Answer> answer) {
	}

	private final class Logged implements LeaseStore {

		private final LeaseStore store;

		private final BooleanSupplier isCut;

		Logged(LeaseStore store, BooleanSupplier isCut) {
			this.store = store;
			this.isCut = isCut;
		}

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			long now = System.nanoTime();
			CompletableFuture<Answer> answer = this.isCut.getAsBoolean()
					? CompletableFuture.completedFuture(new Answer.Unknown("the link is cut"))
					: this.store.ask(request, deadline).toCompletableFuture();
			RequestLog.this.sent.add(new Sent(now, request, answer));
			return answer;
		}

		@Override
		public void check() {
			this.store.check();
		}

		@Override
		public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
			return this.store.watch(key, listener);
		}

		@Override
		public boolean tellsChanges() {
			return this.store.tellsChanges();
		}

		@Override
		public boolean outlivesProcess() {
			return this.store.outlivesProcess();
		}

		@Override
		public String description() {
			return this.store.description();
		}

		@Override
		public void close() {
			this.store.close();
		}

	}

}
