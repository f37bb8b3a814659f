package io.github.leaderelection.internal.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * Where other threads leave events for one group. Safe for use from any thread.
 *
 * @param <M> the algorithm's messages
 */
final class GroupInbox<M extends ElectionMessage> implements GroupEvents {

	private final GroupRunner<?, M> runner;

	private final Mailbox mailbox;

	private final Requests requests;

	private final NoticeLog notices;

	private final String cluster;

	private final ElectionProtocol<?, M> protocol;

	GroupInbox(GroupRunner<?, M> runner, Mailbox mailbox, Requests requests, NoticeLog notices,
			ElectionSettings settings, ElectionProtocol<?, M> protocol) {
		this.runner = runner;
		this.mailbox = mailbox;
		this.requests = requests;
		this.notices = notices;
		this.cluster = settings.cluster();
		this.protocol = protocol;
	}

	void post(Event<M> event) {
		this.mailbox.post(new Mail.GroupMail<>(this.runner, event));
	}

	@SuppressWarnings("unchecked") // The body is known to be an M: the type was checked.
	void received(Envelope<? extends ElectionMessage> envelope) {
		if (!this.protocol.messageType().isInstance(envelope.body())) {
			this.notices.report(Notice.MESSAGE_REFUSED, "a message of another algorithm");
		}
		else if (!this.cluster.equals(envelope.cluster())) {
			this.notices.report(Notice.MESSAGE_REFUSED, "a message of another cluster");
		}
		else {
			Event.MessageReceived<M> received = new Event.MessageReceived<>((Envelope<M>) envelope);
			this.mailbox.post(new Mail.MessageMail<>(this.runner, received));
		}
	}

	@Override
	public void grantEnded(long fencingToken) {
		post(new Event.GrantEnded<>(fencingToken));
	}

	@Override
	public void workDrained(long fencingToken) {
		post(new Event.WorkDrained<>(fencingToken));
	}

	void stop() {
		post(new Event.Stopping<>());
	}

	CompletionStage<Void> resign() {
		return ask(Event.ResignRequested::new);
	}

	boolean goesByEligibility() {
		return this.protocol.goesByEligibility();
	}

	/**
	 * Says whether this node may lead.
	 * @return completes once the protocol goes by it, also if the node stops before, for
	 * then it does not stand; exceptionally if no protocol of this kind ever does
	 */
	CompletionStage<Void> eligible(boolean eligible) {
		if (!goesByEligibility()) {
			return CompletableFuture.failedStage(new ElectionRequestException(
					"The algorithm '" + this.protocol.name() + "' knows no pause: resign, or stop the node"));
		}
		return ask((request) -> new Event.EligibilityChanged<>(request, eligible))
			.<Void>handle((done, refusal) -> null);
	}

	CompletionStage<Void> broadcast(String text) {
		return ask((request) -> new Event.BroadcastRequested<>(request, text));
	}

	CompletionStage<Void> transferTo(NodeId member) {
		return ask((request) -> new Event.TransferRequested<>(request, member));
	}

	/** Posts a request under a number of its own. */
	private CompletionStage<Void> ask(LongFunction<Event<M>> event) {
		CompletableFuture<Void> answer = new CompletableFuture<>();
		post(event.apply(this.requests.open(answer)));
		return answer.minimalCompletionStage();
	}

}
