package io.github.leaderelection.internal.runtime.group;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.internal.runtime.leadership.GroupEvents;
import io.github.leaderelection.internal.runtime.watch.NoticeLog;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * Queues events of other threads for one group. Safe for use from any thread.
 */
public final class GroupInbox<M extends ElectionMessage> implements GroupEvents {

	private final EventTaker<M> taker;

	private final Mailbox mailbox;

	private final Requests requests;

	private final NoticeLog notices;

	private final String cluster;

	private final ElectionProtocol<?, M> protocol;

	private final List<ExtensionFactory> extensions;

	GroupInbox(EventTaker<M> taker, Mailbox mailbox, Requests requests, NoticeLog notices, GroupSpec<?, M> spec) {
		this.taker = taker;
		this.mailbox = mailbox;
		this.requests = requests;
		this.notices = notices;
		this.cluster = spec.settings().cluster();
		this.protocol = spec.protocol();
		this.extensions = spec.extensions();
	}

	void post(Event<M> event) {
		this.mailbox.post(() -> this.taker.take(event));
	}

	@SuppressWarnings("unchecked") // The body is known to be an M: the type was checked.
	public void received(Envelope<? extends ElectionMessage> envelope) {
		boolean own = this.protocol.messageType().isInstance(envelope.body());
		if (!own && this.extensions.stream().noneMatch((each) -> each.messageType().isInstance(envelope.body()))) {
			this.notices.report(Notice.MESSAGE_REFUSED, "a message of another algorithm");
		}
		else if (!this.cluster.equals(envelope.cluster())) {
			this.notices.report(Notice.MESSAGE_REFUSED, "a message of another cluster");
		}
		else if (!own) {
			this.mailbox.post(() -> this.taker.takeBeside(envelope));
		}
		else {
			Event.MessageReceived<M> received = new Event.MessageReceived<>((Envelope<M>) envelope);
			this.mailbox.post(() -> this.taker.takeMessage(received));
		}
	}

	public void ended(NodeId peer, long incarnation) {
		post(new Event.ProcessEnded<>(peer, incarnation));
	}

	@Override
	public void grantEnded(long fencingToken) {
		post(new Event.GrantEnded<>(fencingToken));
	}

	@Override
	public void workDrained(long fencingToken) {
		post(new Event.WorkDrained<>(fencingToken));
	}

	public void stop() {
		post(new Event.Stopping<>());
	}

	public CompletionStage<Void> resign() {
		return ask(Event.ResignRequested::new);
	}

	boolean goesByEligibility() {
		return this.protocol.goesByEligibility();
	}

	/**
	 * Tells the protocol whether this node may lead.
	 * @return completes once the protocol obeys, or the node stops, for then it does not
	 * stand; exceptionally if the protocol ignores eligibility
	 */
	CompletionStage<Void> eligible(boolean eligible) {
		if (!goesByEligibility()) {
			return CompletableFuture.failedStage(new ElectionRequestException(
					"The algorithm '" + this.protocol.name() + "' knows no pause: resign, or stop the node"));
		}
		return ask((request) -> new Event.EligibilityChanged<>(request, eligible))
			.<Void>handle((done, refusal) -> null);
	}

	public CompletionStage<Void> broadcast(String text) {
		return ask((request) -> new Event.BroadcastRequested<>(request, text));
	}

	public CompletionStage<Void> transferTo(NodeId member) {
		return ask((request) -> new Event.TransferRequested<>(request, member));
	}

	/** Posts a request under a number of its own. */
	private CompletionStage<Void> ask(LongFunction<Event<M>> event) {
		CompletableFuture<Void> answer = new CompletableFuture<>();
		post(event.apply(this.requests.open(answer)));
		return answer.minimalCompletionStage();
	}

}
