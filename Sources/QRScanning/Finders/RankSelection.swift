extension [Double] {
  /// The value at a rank of the ascending order, found without sorting all (Hoare's selection).
  ///
  /// - Parameter rank: From 1. No value is NaN.
  func value(atRank rank: Int) -> Double {
    precondition(1...Swift.max(1, count) ~= rank && !isEmpty, "the rank is in the list")
    var values = self
    var (low, high) = (0, count - 1)
    // With unlucky pivots the time would grow with the square.
    for _ in 0..<64 where low < high {
      let pivot = [values[low], values[(low + high) / 2], values[high]].sorted()[1]
      var (i, j) = (low, high)
      while i <= j {
        while values[i] < pivot { i += 1 }
        while values[j] > pivot { j -= 1 }
        if i <= j {
          values.swapAt(i, j)
          (i, j) = (i + 1, j - 1)
        }
      }
      if rank - 1 <= j { high = j } else if rank - 1 >= i { low = i } else { return pivot }
    }
    return low < high ? values[low...high].sorted()[rank - 1 - low] : values[rank - 1]
  }
}
