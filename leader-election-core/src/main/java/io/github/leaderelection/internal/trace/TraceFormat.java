package io.github.leaderelection.internal.trace;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * The traces of one algorithm, and its parts as they stand there.
 */
public final class TraceFormat<S, M extends ElectionMessage> extends EntryFormat<TraceEntry<S, M>> {

	/** By the types of messages, state and timers. */
	private static final Map<List<Class<?>>, TraceFormat<?, ?>> DERIVED = new ConcurrentHashMap<>();

	private final Shape event;

	private final Shape effect;

	private final Shape message;

	private final Shape state;

	private TraceFormat(ElectionProtocol<S, M> protocol, Shapes shapes) {
		super(shapes, TraceEntry.class, TraceEntry.Stepped.class);
		this.event = shapes.of(Event.class);
		this.effect = shapes.of(Effect.class);
		this.message = shapes.of(protocol.messageType());
		this.state = shapes.of(protocol.stateType());
	}

	/**
	 * The format of an algorithm's traces.
	 * @throws IllegalArgumentException if its state or messages contain values that
	 * cannot be written
	 */
	@SuppressWarnings("unchecked") // The types it was derived from are S and M.
	public static <S, M extends ElectionMessage> TraceFormat<S, M> of(ElectionProtocol<S, M> protocol) {
		List<Class<?>> types = List.of(protocol.messageType(), protocol.stateType(), protocol.timerType());
		return (TraceFormat<S, M>) DERIVED.computeIfAbsent(types, (key) -> new TraceFormat<>(protocol,
				new Shapes(protocol.messageType(), protocol.stateType(), protocol.timerType())));
	}

	public String text(Event<M> shown) {
		return text(this.event, shown);
	}

	public String text(M shown) {
		return text(this.message, shown);
	}

	public String text(Effect<M> shown) {
		return text(this.effect, shown);
	}

	/**
	 * The text of a state; equal states have equal texts.
	 */
	public String stateText(S shown) {
		return text(this.state, shown);
	}

	private static String text(Shape shape, Object value) {
		StringBuilder text = new StringBuilder();
		shape.write(value, new TextSink(text));
		return text.toString();
	}

}
