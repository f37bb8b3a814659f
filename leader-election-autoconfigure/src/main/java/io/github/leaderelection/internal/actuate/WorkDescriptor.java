package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.WorkInFlight.Piece;
import org.jspecify.annotations.Nullable;

/**
 * The leader-only work of a group in the answers of the endpoint.
 *
 * @param count the number of running pieces of work
 * @param oldest the running time of the oldest piece, null if none runs
 * @param outliving the number of running pieces that have outlived their leadership
 * @param outlived the number of pieces that have outlived their leadership since the
 * start, including running ones
 * @param longest the longest running pieces, the longest first; empty if details are
 * hidden
 */
@JsonInclude
public record WorkDescriptor(int count, @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration oldest,
		int outliving, long outlived, List<PieceDescriptor> longest) {

	static WorkDescriptor of(WorkInFlight work, Details details) {
		return new WorkDescriptor(work.count(), GroupDescriptor.shown(work.oldest()), work.outliving(), work.outlived(),
				details.all(work.longest()).stream().map(PieceDescriptor::of).toList());
	}

	/**
	 * One piece of work.
	 *
	 * @param name the name, such as that of a method
	 * @param fencingToken the token of the leadership that admitted the piece
	 */
	public record PieceDescriptor(String name, long fencingToken,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration runningFor, boolean outliving) {

		static PieceDescriptor of(Piece piece) {
			return new PieceDescriptor(piece.name(), piece.fencingToken(),
					piece.runningFor().truncatedTo(ChronoUnit.MILLIS), piece.outliving());
		}

	}

}
