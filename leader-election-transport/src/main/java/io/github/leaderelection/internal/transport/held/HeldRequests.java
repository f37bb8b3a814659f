package io.github.leaderelection.internal.transport.held;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.internal.transport.peer.TransportThreads;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Numbered;
import org.jspecify.annotations.Nullable;

/**
 * Holds one request of each observer until a view changes, or for ten seconds. Lives for
 * one start of the transport.
 */
public final class HeldRequests extends SealedSessions<ObserverPlace> {

	static final Times DEFAULT = new Times(1000, 10_000, 5_000);

	private static final Runnable NOTHING = () -> {
	};

	private final AtomicBoolean wanted = new AtomicBoolean();

	private final PeerTransportSettings settings;

	private final ViewFeed feed;

	public HeldRequests(PeerTransportSettings settings, Acceptor acceptor) {
		this(settings, acceptor, DEFAULT);
	}

	HeldRequests(PeerTransportSettings settings, Acceptor acceptor, Times times) {
		super(new Entry(settings.cluster(), settings.protection(), settings.observers().places(),
				settings.observers().dialling(), RefusalReason.TOO_MANY_OBSERVERS), acceptor, times,
				TransportThreads.forHeld(settings.self() + "-observers"));
		this.settings = settings;
		this.feed = new ViewFeed(settings.observers().views());
		settings.observers().views().onChange(this::changed);
	}

	@Override
	ObserverPlace place(String session) {
		return new ObserverPlace(session);
	}

	@Override
	@Nullable RefusalReason judge(Numbered asked, String text) {
		if (!(asked instanceof Ask ask) || !text.isEmpty()) {
			return RefusalReason.MALFORMED;
		}
		if (this.settings.members().contains(ask.node())) {
			return RefusalReason.OBSERVER_ID;
		}
		return ask.dialled().equals(this.settings.self()) ? null : RefusalReason.WRONG_NODE;
	}

	@Override
	Runnable hold(ObserverPlace place, Held held, Numbered asked, String text) {
		place.hold(held);
		if (place.isNew()) {
			refresh();
		}
		return place.isDue(this.feed.last(), Long.MAX_VALUE) ? place.answer(this.feed) : NOTHING;
	}

	/** Schedules an update. Listeners call this and must not wait for observers. */
	private void changed() {
		if (count() > 0 && this.wanted.compareAndSet(false, true)) {
			threads().after(0, this::tick);
		}
	}

	@Override
	void look() {
		this.wanted.set(false);
		if (count() > 0) {
			refresh();
		}
	}

	@Override
	List<Runnable> due(ObserverPlace place, long nanos) {
		return place.isDue(this.feed.last(), nanos) ? List.of(place.answer(this.feed)) : List.of();
	}

	private void refresh() {
		if (this.feed.refresh()) {
			threads().after(LeaderlessMoments.MILLIS, this::tick);
		}
	}

}
