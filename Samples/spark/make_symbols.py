#!/usr/bin/env python3
"""Makes a symbol from each JSON line of a file, on one machine or on a Spark cluster.

    make_symbols.py rows.jsonl symbols --oobqr /usr/local/bin/oobqr --master 'local[*]'

A row is {"name": "a", "text": "…"}, or has "link" or "payload" in place of "text". A row that oobqr refuses keeps its
place and says why in `error`. The result is sorted by name: the same bytes whatever the master and number of tasks.
"""
import argparse
import base64

import pandas
from pyspark.sql import SparkSession

import oobqr_lines

COLUMNS = "name string, sha256 string, version int, level string, error string, image binary"


def maker(oobqr):
    def make(batches):
        # Spark calls this once per task, so each task has one oobqr for all its rows.
        with oobqr_lines.LineProcess(oobqr, "make", "--list", "-", "-o", "-") as process:
            for batch in batches:
                yield pandas.DataFrame([row(answer) for answer in process.ask(list(batch["value"]))], dtype=object)

    def row(answer):
        image = answer.get("image_base64")
        columns = {key: answer.get(key) for key in ("name", "sha256", "version", "level", "error")}
        return {**columns, "image": base64.b64decode(image) if image else None}

    return make


def main():
    parser = argparse.ArgumentParser(description="Makes a symbol from each JSON line of a file.")
    parser.add_argument("rows", help="a file of JSON lines that every worker can read")
    parser.add_argument("output", help="the folder to write; it must not exist")
    parser.add_argument("--oobqr", default="oobqr", metavar="PATH", help="its path on every worker")
    parser.add_argument("--master", default="local[*]", metavar="URL")
    parser.add_argument("--tasks", type=int, default=16, help="pieces of work; a lost one is made again")
    parser.add_argument("--files", type=int, default=1, help="files in the output")
    parser.add_argument("--format", choices=["json", "parquet"], default="parquet")
    options = parser.parse_args()

    spark = SparkSession.builder.master(options.master).appName("make_symbols").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 1000)
    spark.sparkContext.addPyFile(oobqr_lines.__file__)
    # Lines reach oobqr as they are in the file: it parses them, and answers the wrong ones with an error.
    rows = spark.read.text(options.rows).where("trim(value) != ''").repartition(options.tasks)
    symbols = rows.mapInPandas(maker(options.oobqr), COLUMNS)
    # Spark's committer takes one attempt of each task, so a retry doubles nothing. repartition by name does not sample
    # its input, as orderBy would, which runs oobqr twice.
    table = symbols.repartition(options.files, "name").sortWithinPartitions("name", "sha256", "error")
    table.write.format(options.format).save(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
