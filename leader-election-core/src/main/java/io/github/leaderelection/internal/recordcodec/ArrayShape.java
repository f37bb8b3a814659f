package io.github.leaderelection.internal.recordcodec;

import java.lang.reflect.Array;

/**
 * An array of objects of one shape.
 */
record ArrayShape(Class<?> type, Shape element) implements Shape {

	@Override
	public void write(Object value, Sink sink) {
		Object[] values = (Object[]) value;
		sink.openList(values.length);
		for (int i = 0; i < values.length; i++) {
			sink.element(i);
			this.element.write(values[i], sink);
		}
		sink.closeList();
	}

	@Override
	public Object read(Source source) {
		return ListShape.read(source, this.element).toArray((Object[]) Array.newInstance(this.type, 0));
	}

}
