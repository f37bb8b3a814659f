package io.github.leaderelection.internal.recordcodec;

/**
 * A value of which the same object often occurs several times in a row, such as a message
 * to all members.
 */
record RepeatableShape(Shape shape) implements Shape {

	@Override
	public void write(Object value, Sink sink) {
		if (!sink.isRepeated(value)) {
			this.shape.write(value, sink);
		}
	}

	@Override
	public Object read(Source source) {
		Object repeated = source.repeated();
		if (repeated != null) {
			return repeated;
		}
		Object value = this.shape.read(source);
		source.remember(value);
		return value;
	}

}
