package io.github.leaderelection.internal.recordcodec;

import java.util.List;

import io.github.leaderelection.NodeId;

/**
 * The shapes of values without parts.
 */
enum SimpleShape implements Shape {

	/** A boxed whole number of 64 bits. */
	LONG {

		@Override
		public void write(Object value, Sink sink) {
			sink.number((Long) value);
		}

		@Override
		public Object read(Source source) {
			return source.number();
		}

	},

	/** A boxed whole number of 32 bits. */
	INTEGER {

		@Override
		public void write(Object value, Sink sink) {
			sink.number((Integer) value);
		}

		@Override
		public Object read(Source source) {
			return integer(source);
		}

	},

	/** A text. */
	STRING {

		@Override
		public void write(Object value, Sink sink) {
			sink.text((String) value);
		}

		@Override
		public Object read(Source source) {
			return source.text();
		}

	},

	/** A node's id, as text. */
	NODE_ID {

		@Override
		public void write(Object value, Sink sink) {
			sink.text(((NodeId) value).value());
		}

		@Override
		public Object read(Source source) {
			String text = source.text();
			try {
				return NodeId.of(text);
			}
			catch (IllegalArgumentException ex) {
				throw source.unexpected(String.valueOf(ex.getMessage()));
			}
		}

	},

	/** An array of whole numbers of 64 bits. */
	LONGS {

		@Override
		public void write(Object value, Sink sink) {
			long[] numbers = (long[]) value;
			sink.openList(numbers.length);
			for (int i = 0; i < numbers.length; i++) {
				sink.element(i);
				sink.number(numbers[i]);
			}
			sink.closeList();
		}

		@Override
		public Object read(Source source) {
			return ListShape.read(source, LONG).stream().mapToLong((each) -> (Long) each).toArray();
		}

	},

	/** An array of true and false. */
	FLAGS {

		@Override
		public void write(Object value, Sink sink) {
			boolean[] flags = (boolean[]) value;
			sink.openList(flags.length);
			for (int i = 0; i < flags.length; i++) {
				sink.element(i);
				sink.flag(flags[i]);
			}
			sink.closeList();
		}

		@Override
		public Object read(Source source) {
			List<Object> read = ListShape.read(source, FLAG);
			boolean[] flags = new boolean[read.size()];
			for (int i = 0; i < flags.length; i++) {
				flags[i] = (Boolean) read.get(i);
			}
			return flags;
		}

	},

	/** A boxed true or false. */
	FLAG {

		@Override
		public void write(Object value, Sink sink) {
			sink.flag((Boolean) value);
		}

		@Override
		public Object read(Source source) {
			return source.flag();
		}

	};

	static int integer(Source source) {
		long number = source.number();
		if (number != (int) number) {
			throw source.unexpected(number + " is not a whole number of 32 bits");
		}
		return (int) number;
	}

}
